// The corners of the contract: what comes in is half, double, wrong or hostile.
import { once } from "node:events";
import { request as raw } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { startHttp, type HttpSide } from "../support/http.ts";
let http: HttpSide;
let group: any;
let monitor: any;
beforeAll(async () => {
  http = await startHttp();
  group = (await http.api("POST", "/alert_groups", { title: "G" })).json;
  monitor = (
    await http.api("POST", "/webhook_monitors", {
      title: "M",
      alert_group_id: group.id,
    })
  ).json;
});
afterAll(() => http.end());
const get = async (p: string, init: RequestInit = {}) => {
  const r = await fetch(http.origin + p, init);
  return { status: r.status, headers: r.headers, text: await r.text() };
};
const auth = () => ({ authorization: `Bearer ${http.keys.admin}` });

it("204 is described without content", () => {
  expect(
    (http.description.paths["/api/v1/users/{id}"]!["delete"] as any).responses["204"].content,
  ).toBeUndefined();
});
it("401 is no-store", async () =>
  expect((await get("/api/v1/me")).headers.get("cache-control")).toBe("no-store"));
it("undecodable path is a problem", async () =>
  expect((await get("/api/v1/users/%zz")).headers.get("content-type")).toContain("problem+json"));
it("an id that is too long is 404, not 405", async () =>
  expect((await get(`/api/v1/users/${"x".repeat(300)}`, { headers: auth() })).status).toBe(404));
it("unknown path with a non-JSON body is 404", async () =>
  expect(
    (
      await get("/api/v1/nowhere", {
        method: "POST",
        body: "x",
        headers: { "content-type": "text/plain" },
      })
    ).status,
  ).toBe(404));
it("unknown path with broken JSON is 404; PATCH with text on known path is 405", async () => {
  expect(
    (
      await get("/api/v1/nowhere", {
        method: "POST",
        body: "{",
        headers: { "content-type": "application/json" },
      })
    ).status,
  ).toBe(404);
  expect(
    (
      await get("/api/v1/users", {
        method: "PATCH",
        body: "x",
        headers: { "content-type": "text/plain" },
      })
    ).status,
  ).toBe(405);
});
it.each([
  ["/login/?next=%2Fme", "/login?next=%2Fme"],
  ["/guide/", "/guide"],
  ["/guide/endpoints/", "/guide/endpoints"],
  ["/incidents/", "/incidents"],
  ["/incidents/1/", "/incidents/1"],
  ["/status/shop/", "/status/shop"],
  ["/health/", "/health"],
])("a page whose path ends in a slash is the page without it: %s", async (path, location) => {
  for (const method of ["GET", "HEAD"]) {
    const answer = await get(path, { method, redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([308, location]);
  }
});
it("a slash at the end of a path leads to no page that does not exist, to none elsewhere, and turns no form into another", async () => {
  const answered = async (path: string, method = "GET") => {
    const { status, headers } = await get(path, { method, redirect: "manual" });
    return [status, headers.get("location")];
  };
  expect(await answered("/nowhere/")).toEqual([404, null]);
  expect(await answered("//evil.example/")).toEqual([404, null]);
  expect(await answered("/\\evil.example/")).toEqual([404, null]);
  for (const path of ["///", "////", "/incidents//"])
    expect((await answered(path))[1], path).toBeNull();
  expect((await answered("/login/", "POST"))[0]).toBe(405);
});
it("a list whose first read fails is 5xx, not a broken 200", async () => {
  const s = await startHttp({
    wrap: (st) =>
      ({
        ...st,
        read: {
          ...st.read,
          resources: () =>
            Promise.reject(Object.assign(new Error("x"), { code: "STORE_UNAVAILABLE" })),
        },
      }) as any,
  });
  const a = await fetch(`${s.origin}/api/v1/users`, {
    headers: { authorization: `Bearer ${s.keys.admin}` },
  });
  const status = a.status;
  await a.text().catch(() => "");
  expect(status).toBe(503);
  await s.end();
});
it("unknown query parameters are 422 everywhere", async () => {
  for (const p of [`/alert_groups/${group.id}?x=1`, "/me?x=1"])
    expect((await get(`/api/v1${p}`, { headers: auth() })).status, p).toBe(422);
});
it("an error report over 1 MiB keeps what was read", async () => {
  await get(`/api/webhook/${monitor.webhook_id}`, {
    method: "POST",
    body: `{"message":"${"x".repeat(2 * 1024 * 1024)}"}`,
    headers: { "content-type": "application/json" },
  });
  const e = (await http.api("GET", `/inbound_events?target_id=${monitor.id}`)).json.at(-1);
  expect(e.http_status).toBe(413);
  expect(e.body.length).toBeGreaterThan(0);
});
it("a malformed content type on a known URL is kept", async () => {
  const before = (await http.api("GET", `/inbound_events?target_id=${monitor.id}`)).json.length;
  const a = await get(`/api/webhook/${monitor.webhook_id}`, {
    method: "POST",
    body: "hello",
    headers: { "content-type": "garbage" },
  });
  expect(a.status).toBe(415);
  expect((await http.api("GET", `/inbound_events?target_id=${monitor.id}`)).json.length).toBe(
    before + 1,
  );
});
it("message null with a source is accepted", async () => {
  const a = await get(`/api/webhook/${monitor.webhook_id}`, {
    method: "POST",
    body: '{"message":null,"source":"s"}',
    headers: { "content-type": "application/json" },
  });
  expect(a.status).toBe(202);
});
it("/health names nobody", async () => {
  const u = (await http.api("POST", "/users", { email: "canary@example.com" })).json;
  await http.api("POST", `/users/${u.id}/devices`, {
    kind: "ntfy",
    target: "t",
  });
  const g2 = (await http.api("POST", "/alert_groups", { title: "Canary team" })).json;
  await http.api("POST", "/webhook_monitors", {
    title: "M",
    alert_group_id: g2.id,
  });
  expect((await get("/health")).text).not.toContain("Canary team");
});
it("database parameters never reach the log", async () => {
  const s = await startHttp({
    wrap: (st) => ({
      ...st,
      run: ((v: any, i: any) =>
        v === "save"
          ? Promise.reject(new Error("Failed query: insert\nparams: canary-secret"))
          : st.run(v, i)) as any,
    }),
  });
  await s.api("POST", "/alert_groups", { title: "x" });
  expect(s.logged.join("")).not.toContain("canary-secret");
  await s.end();
});
it("api keys and members: 201 says where", async () => {
  expect(
    (await http.api("POST", "/api_keys", { name: "k" })).headers.get("location"),
  ).not.toBeNull();
});
it("gzip body is 415", async () =>
  expect(
    (
      await get("/api/v1/alert_groups", {
        method: "POST",
        body: "x",
        headers: {
          ...auth(),
          "content-type": "application/json",
          "content-encoding": "gzip",
        },
      })
    ).status,
  ).toBe(415));
it("weak If-Match of the present version is taken", async () => {
  const a = await get(`/api/v1/alert_groups/${group.id}`, {
    method: "PUT",
    body: "{}",
    headers: {
      ...auth(),
      "content-type": "application/json",
      "if-match": 'W/"1"',
    },
  });
  expect(a.status).toBe(200);
});
it("docs page under a sub-path loads its assets there; spec names its server", async () => {
  const s = await startHttp({ path: "/mon" });
  const page = await (await fetch(`${s.origin}/mon/api/v1/docs`)).text();
  const src = /src="([^"]+bundle\.js)"/.exec(page)![1]!;
  const { pathname } = new URL(src, `${s.siteUrl}/api/v1/docs`);
  expect(pathname.startsWith("/mon/")).toBe(true);
  expect((await fetch(s.origin + pathname)).status).toBe(200);
  const spec = (await (await fetch(`${s.origin}/mon/api/v1/docs/json`)).json()) as any;
  expect(spec.servers).toEqual([{ url: s.siteUrl }]);
  await s.end();
});
it("error of the HTTP parser is a problem", async () => {
  const r = await new Promise<any>((ok) => {
    const q = raw(http.origin + "/livez", { headers: { x: "y".repeat(20000) } }, (a) => {
      let t = "";
      a.on("data", (c) => (t += c)).on("end", () =>
        ok({ status: a.statusCode, type: a.headers["content-type"], t }),
      );
    });
    q.on("error", (e) => ok({ e }));
    q.end();
  });
  expect([r.status, r.type]).toEqual([431, expect.stringContaining("problem+json")]);
});
it("a header name that is no token is refused", async () => {
  const a = await http.api("POST", "/health_check_monitors", {
    title: "h",
    url: "http://x/",
    alert_group_id: group.id,
    request_headers: { "bad name": "v" },
  });
  expect(a.status).toBe(422);
});
it("errors_in_window after PUT equals GET", async () => {
  const m = (
    await http.api("POST", "/webhook_monitors", {
      title: "W",
      alert_group_id: group.id,
      error_rate_threshold: 1000,
      error_rate_window_minutes: 1,
    })
  ).json;
  await get(`/api/webhook/${m.webhook_id}`, {
    method: "POST",
    body: '{"message":"m"}',
    headers: { "content-type": "application/json" },
  });
  await http.clock.advance(61_000, () => true);
  const put = (await http.api("PUT", `/webhook_monitors/${m.id}`, { title: "W2" })).json;
  expect(put.errors_in_window).toBe(
    (await http.api("GET", `/webhook_monitors/${m.id}`)).json.errors_in_window,
  );
});
it("2 MiB on the API: 413 reliably", async () => {
  for (let i = 0; i < 10; i++) {
    const a = await get("/api/v1/alert_groups", {
      method: "POST",
      body: "x".repeat(2 * 1024 * 1024),
      headers: { ...auth(), "content-type": "application/json" },
    }).catch((e) => ({ status: String(e.cause ?? e) }));
    expect(a.status).toBe(413);
  }
});
it("a stored finished_at outside of four-digit years cannot break a list", async () => {
  const { timestamp } = await import("../../src/http/answer/present.ts");
  for (const at of [-1e14, 9e15, 1e15]) expect(timestamp(at)).toMatch(/^\d{4}-/);
});
it("30 February is no instant", async () => {
  const a = await http.api("POST", "/api_keys", {
    name: "k",
    expires_at: "2099-02-30T00:00:00Z",
  });
  expect(a.status).toBe(422);
});
it("__proto__ is removed from what is kept of a report", async () => {
  const bad = await http.api("POST", "/health_check_monitors", {
    title: "h",
    url: "http://x/",
    alert_group_id: group.id,
  });
  const a = await http.call("PUT", `/api/v1/health_check_monitors/${bad.json.id}`, {
    key: http.keys.admin,
    body: '{"request_headers":{"__proto__":"v"}}',
    headers: { "content-type": "application/json" },
  });
  expect(a.status).toBe(422);
});
it("connections beyond the limit are closed, and the log says so once", async () => {
  const side = await startHttp({ limits: { connections: { all: 2 } } });
  const { hostname, port } = new URL(side.origin);
  const open = () => connect({ host: hostname, port: Number(port) });
  const kept = [open(), open()];
  await Promise.all(kept.map((socket) => once(socket, "connect")));
  for (const further of [open(), open()]) {
    further.on("error", () => {});
    await once(further, "close");
  }
  expect(side.logged.filter((line) => line.includes("2 connections are open"))).toHaveLength(1);
  for (const socket of kept) socket.destroy();
  await side.end();
});

it("a proxy that is not trusted is named once, with the option that trusts it", async () => {
  for (const trustedProxies of [[], ["127.0.0.0/8", "::1"]]) {
    const side = await startHttp({ trustedProxies });
    for (const client of ["192.0.2.1", "192.0.2.2"])
      await fetch(`${side.origin}/livez`, { headers: { "x-forwarded-for": client } });
    const said = side.logged.filter((line) => line.includes("--trusted-proxies 127.0.0.1"));
    expect(said).toHaveLength(trustedProxies.length === 0 ? 1 : 0);
    await side.end();
  }
});

it("one address cannot take all connections, and a trusted proxy has no such limit", async () => {
  const limits = { connections: { all: 9, perAddress: 2 } };
  for (const trustedProxies of [[], ["127.0.0.0/8", "::1"]]) {
    const side = await startHttp({ limits, trustedProxies });
    const { hostname, port } = new URL(side.origin);
    const open = () => connect({ host: hostname, port: Number(port) });
    const kept = [open(), open()];
    await Promise.all(kept.map((socket) => once(socket, "connect")));
    const third = open();
    if (trustedProxies.length === 0) {
      await once(third, "close");
      expect(side.logged.join()).toContain("127.0.0.1 has 2 connections");
      kept[0]!.destroy();
      await once(kept[0]!, "close");
    } else kept.push(third);
    await vi.waitFor(async () => expect((await fetch(`${side.origin}/health`)).status).toBe(200));
    for (const socket of kept) socket.destroy();
    await side.end();
  }
});

/** The answer to bytes on a connection, which the server closes. */
async function said(...lines: string[]): Promise<string> {
  const { port } = new URL(http.origin);
  const socket = connect(Number(port), "127.0.0.1");
  socket.end(`${lines.join("\r\n")}\r\nConnection: close\r\n\r\n`);
  let text = "";
  for await (const part of socket) text += String(part);
  return text;
}
it("a request with two Host headers is refused: a proxy may go by the other one", async () => {
  const answer = await said("GET /livez HTTP/1.1", "Host: a", "host: b");
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain("The request has more than one Host header.");
});
it("a request of HTTP/1.1 without a Host header is refused with the reason; one of 1.0 needs none", async () => {
  const answer = await said("GET /livez HTTP/1.1");
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain("The request has no Host header.");
  expect(await said("GET /livez HTTP/1.0")).toMatch(/^HTTP\/1\.1 200 /);
});
it("an expectation that is not known is no reason to refuse", async () => {
  const answer = await said("GET /livez HTTP/1.1", "Host: a", "Expect: 200-maybe");
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});
it("headers that are too large are refused with the limit", async () => {
  const answer = await said("GET /livez HTTP/1.1", "Host: a", `Cookie: ${"x".repeat(20_000)}`);
  expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  expect(answer).toContain("larger than 16 KiB");
});
it("an address of another host in the first line is read as its path, and leads to no other host", async () => {
  expect(await said("GET http://evil.example/livez HTTP/1.1", "Host: a")).toMatch(
    /^HTTP\/1\.1 200 /,
  );
  const page = await said(
    "GET http://evil.example/activity HTTP/1.1",
    "Host: a",
    "Accept: text/html",
  );
  expect(page).toMatch(/^location: \/login\?next=%2Factivity\r$/im);
  expect(page).not.toContain("evil");
});
it.each([
  ["in Latin-1", Buffer.from('{"title":"caf\u00e9"}', "latin1")],
  ["in UTF-16", Buffer.from('{"title":"G"}', "utf16le")],
])("a body %s is refused, not stored with other characters", async (_, body) => {
  const answer = await get("/api/v1/alert_groups", {
    method: "POST",
    body,
    headers: { ...auth(), "content-type": "application/json; charset=iso-8859-1" },
  });
  expect(answer.status).toBe(400);
});
