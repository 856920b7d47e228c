/**
 * Pings as clients of Healthchecks send them: each row is a promise of its pinging API, whose documentation names the
 * answers. What is refused is kept with its reason.
 */
import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startHttp, type HttpSide } from "../support/http.ts";

let http: HttpSide;
let group: { id: string; ping_key: string; ping_url: string; webhook_id: string };
let monitor: { id: string; webhook_id: string; ping_url: string };
beforeAll(async () => {
  http = await startHttp({ trustedProxies: ["127.0.0.1", "::1"] });
  group = (await http.api("POST", "/alert_groups", { title: "Jobs" })).json;
});
afterAll(() => http.end());
let count = 0;
const name = () => `nightly-${count}`;
beforeEach(async () => {
  count++;
  monitor = (
    await http.api("POST", "/webhook_monitors", {
      title: "Backup",
      external_id: name(),
      alert_group_id: group.id,
      expect_every_minutes: 60,
    })
  ).json;
});

/** The two addresses of the monitor. */
const addresses: [string, () => string][] = [
  ["by its webhook id", () => `/ping/${monitor.webhook_id}`],
  ["by the ping key and its external_id", () => `/ping/${group.ping_key}/${name()}`],
];
const shown = async () => (await http.api("GET", `/webhook_monitors/${monitor.id}`)).json;
const runs = async () => (await http.api("GET", `/webhook_monitors/${monitor.id}/runs`)).json;
const refused = async (id = monitor.id) =>
  (await http.api("GET", `/inbound_events?target_id=${id}`)).json as {
    http_status: number;
    reason: string;
    body: string;
  }[];
const rid = "0f8fad5b-d9cb-469f-a165-70867728950e";

describe.each(addresses)("a ping %s", (_, address) => {
  const ping = (path = "", method = "GET", more: object = {}) =>
    http.call(method, `${address()}${path}`, { key: null, ...more });

  test.each([
    ["GET", "", "success", null],
    ["HEAD", "", "success", null],
    ["POST", "", "success", null],
    ["PUT", "", "success", null],
    ["PATCH", "", "success", null],
    ["DELETE", "", "success", null],
    ["GET", "/", "success", null],
    ["POST", "/start", null, null],
    ["POST", "/start/", null, null],
    ["GET", "/fail", "fail", null],
    ["POST", "/log", "log", null],
    ["HEAD", "/0", "success", 0],
    ["GET", "/123", "fail", 123],
    ["GET", "/255", "fail", 255],
    ["GET", "/success", "success", null],
  ])("%s “%s” is answered with OK, and is a run: %s", async (method, path, outcome, exit_code) => {
    const answer = await ping(path, method);
    expect([answer.status, answer.text]).toEqual([200, method === "HEAD" ? "" : "OK"]);
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("cache-control")).toContain("no-cache");
    expect(answer.headers.get("ping-body-limit")).toBe("16384");
    expect(await runs()).toMatchObject([{ outcome, exit_code, method }]);
  });

  test("takes any body of any type, and keeps its beginning", async () => {
    const post = (body: Buffer | string, type: string) =>
      ping("", "POST", { body: body, headers: { "content-type": type } });
    await post("hello world", "text/plain");
    await post("a=b", "application/x-www-form-urlencoded");
    await post(Buffer.from("Hello \xe9 World", "latin1"), "text/plain");
    await post("{not JSON", "application/json");
    await post("A".repeat(2 * 1024 * 1024), "application/octet-stream");
    await post(Buffer.from("Größe", "latin1"), "text/plain; charset=iso-8859-1");
    await post(Buffer.from("Größe", "latin1"), "text/plain; charset=unheard-of");
    await ping("", "POST", {
      body: gzipSync("packed"),
      headers: { "content-encoding": "gzip" },
    });
    await ping("", "POST", { body: "not packed", headers: { "content-encoding": "br" } });
    const outputs = ((await runs()) as { output: string }[]).map(({ output }) => output);
    expect(outputs.slice(0, 4)).toEqual(["hello world", "a=b", "Hello \ufffd World", "{not JSON"]);
    expect(outputs[4]).toMatch(/^A{16380,16384}…?$/);
    expect(outputs.slice(5)).toEqual(["Größe", "Gr\ufffd\ufffde", "packed", "not packed"]);
  });

  test("keeps where it came from, through trusted proxies, and by which program", async () => {
    const headers = { "x-forwarded-for": "203.0.113.9", "user-agent": "agent ".repeat(100) };
    await ping("/start", "POST", { headers });
    expect(await runs()).toMatchObject([
      { remote_address: "203.0.113.9", user_agent: expect.stringMatching(/^agent .{230,249}$/) },
    ]);
    await ping("", "GET", { headers: { "user-agent": "" } });
    expect(await runs()).toMatchObject([{ method: "GET", user_agent: null, outcome: "success" }]);
  });

  test.each(["unknown", "203.0.113.9:4711", "[2001:db8::1]:80", ", ,"])(
    "is taken whatever a proxy says of its sender: %s",
    async (forwarded) => {
      const answer = await ping("", "GET", { headers: { "x-forwarded-for": forwarded } });
      expect(answer.status).toBe(200);
      expect(await runs()).toHaveLength(1);
    },
  );

  test("its rid joins start and end, also in capitals and among other parameters", async () => {
    await ping(`/start?rid=${rid}&create=1`);
    await ping(`/start?rid=${randomUUID()}`);
    await ping(`?create=0&rid=${rid.toUpperCase()}`, "POST", { body: "42 files" });
    expect(await runs()).toMatchObject([
      { rid, outcome: "success", output: "42 files", duration_ms: expect.any(Number) },
      { outcome: null },
    ]);
  });

  test.each([
    ["?status=down&msg=disk%20full&ping=", "fail", "disk full"],
    ["/success?status=down", "fail", null],
    ["?status=up&msg=OK&ping=12", "success", "OK"],
    ["?status=up&status=down", "fail", null],
    ["?status=warning", "success", null],
    ["/fail?status=up", "fail", null],
    ["/start?status=down", null, null],
  ])(
    "what a push URL of Uptime Kuma says in its query counts: %s",
    async (query, outcome, output) => {
      expect((await ping(query)).status).toBe(200);
      expect(await runs()).toMatchObject([{ outcome, output }]);
    },
  );

  test("the body of a run is its output, before what the query says", async () => {
    await ping("?msg=OK", "POST", { body: "42 files" });
    expect(await runs()).toMatchObject([{ output: "42 files" }]);
  });

  test("/log changes nothing but the list of runs", async () => {
    await ping("/start");
    const before = await shown();
    expect((await ping("/log", "POST", { body: "halfway" })).text).toBe("OK");
    expect(await shown()).toEqual(before);
    await ping("/fail");
    expect(await runs()).toMatchObject([
      { outcome: "fail", duration_ms: expect.any(Number) },
      { outcome: "log", output: "halfway", started_at: null },
    ]);
  });

  test("the body of a start stays when its end has none", async () => {
    await ping("/start", "POST", { body: "backup of /home" });
    await ping();
    expect(await runs()).toMatchObject([{ outcome: "success", output: "backup of /home" }]);
  });

  test.each([
    ["/256", 400, "invalid url format", "256 is not an exit code: they end at 255."],
    ["/1000", 400, "invalid url format", "1000 is not an exit code: they end at 255."],
    ["?rid=12345", 400, "invalid uuid format", "rid must be a UUID with its dashes."],
    [
      "/start?rid=684e2e73-017e-465f-8149-d70b7c5aaa490",
      400,
      "invalid uuid format",
      "rid must be a UUID with its dashes.",
    ],
    [
      `?rid=${rid.replaceAll("-", "")}`,
      400,
      "invalid uuid format",
      "rid must be a UUID with its dashes.",
    ],
    [
      "?create=1/fail",
      400,
      "invalid url format",
      '"fail" belongs into the path, before the question mark.',
    ],
    [
      "/succes",
      404,
      "not found",
      '"succes" is not a signal: start, success, fail, log and exit codes are.',
    ],
  ])("%s is refused with %i and %s, and kept", async (path, status, text, reason) => {
    for (const method of ["GET", "HEAD", "POST"]) {
      const answer = await ping(path, method);
      expect([answer.status, answer.text]).toEqual([status, method === "HEAD" ? "" : text]);
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    }
    expect(await refused()).toMatchObject(Array(3).fill({ http_status: status, reason }));
    expect(await runs()).toEqual([]);
    expect((await shown()).status).toBe("waiting");
  });

  test("one incident tells of refused ones, until a ping is taken again", async () => {
    const open = async () =>
      (await http.api("GET", `/incidents?source_id=${monitor.id}&unresolved=true`)).json;
    await ping("/sucess", "HEAD");
    await ping("/sucess", "HEAD");
    expect(await open()).toMatchObject([
      { title: expect.stringContaining('"sucess" is not a signal') },
    ]);
    await ping("/log");
    expect(await open()).toEqual([]);
  });

  test("to a paused monitor is recorded and resumes nothing", async () => {
    await http.api("POST", `/webhook_monitors/${monitor.id}/pause`, {});
    for (const path of ["", "/start", "/fail", "/log"]) expect((await ping(path)).text).toBe("OK");
    expect((await shown()).paused_at).not.toBeNull();
    expect(await runs()).toHaveLength(3);
  });

  test("a browser that asks before it pings is answered, which is no ping", async () => {
    const answer = await ping("/fail", "OPTIONS", {
      headers: {
        origin: "https://shop.example.com",
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type",
      },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("access-control-allow-headers")).toBe("*");
    expect(answer.headers.get("access-control-allow-methods")).toContain("POST");
    expect(await runs()).toEqual([]);
  });
});

describe("an address", () => {
  const status = async (path: string) => {
    const { status, text } = await http.call("GET", path, { key: null });
    return [status, text];
  };

  test.each([
    "/ping/not-a-uuid",
    "/ping/07c2f54898504b27af5d6c9dc157ec02/",
    "/ping/07c2f548-9850-4b27-af5d-6c9dc157ec02",
    "/ping/07c2f548-9850-4b27-af5d-6c9dc157ec02/start",
    "/ping/07c2f548-9850-4b27-af5d-6c9dc157ec02/start/0",
    "/ping/rrrrrrrrrrrrrrrrrrrrrr/foo",
    "/ping/rrrrrrrrrrrrrrrrrrrrrr/foo/fail",
  ])("that is nobody's is not found: %s", async (path) => {
    expect(await status(path)).toEqual([404, "not found"]);
  });

  test("can be joined with too many slashes, and have capitals in its webhook id", async () => {
    expect(await status(`/ping//${monitor.webhook_id}`)).toEqual([200, "OK"]);
    expect(await status(`//ping/${monitor.webhook_id}//start/`)).toEqual([200, "OK"]);
    expect(await status(`/ping/${monitor.webhook_id.toUpperCase()}`)).toEqual([200, "OK"]);
  });

  test("of an alert group takes no pings: its webhook id is refused and kept", async () => {
    expect(await status(`/ping/${group.webhook_id}`)).toEqual([404, "not found"]);
    expect(await status(`/ping/${group.webhook_id}/start`)).toEqual([404, "not found"]);
    expect((await refused(group.id)).at(-1)).toMatchObject({
      http_status: 404,
      reason: "Runs report to a webhook monitor. This address is an alert group's.",
    });
  });

  test("that is refused is kept with the text of its output, and is no report to replay", async () => {
    const { status: answered } = await http.call("POST", `/ping/${group.webhook_id}`, {
      body: gzipSync("backup of zoë\n"),
      headers: { "content-encoding": "gzip" },
    });
    expect(answered).toBe(404);
    const [event] = (await http.api("GET", `/inbound_events?target_id=${group.id}&order=desc`))
      .json;
    expect(event).toMatchObject({ format: "ping", body: "backup of zoë\n" });
    const again = await http.api("POST", `/inbound_events/${event.id}/replay`, {});
    expect([again.status, again.json.detail]).toEqual([
      409,
      "This is the signal of a run: have the job report it again, at the address that the reason asks for.",
    ]);
  });

  test("of a ping key leads to the monitors of its group alone, makes none, and says so", async () => {
    const other = (await http.api("POST", "/alert_groups", { title: "Others" })).json;
    const before = (await refused(group.id)).length;
    expect(await status(`/ping/${other.ping_key}/${name()}`)).toEqual([404, "not found"]);
    expect(await status(`/ping/${group.ping_key}/new-job?create=1`)).toEqual([404, "not found"]);
    expect(await refused(other.id)).toHaveLength(1);
    expect((await refused(group.id)).slice(before)).toMatchObject([
      { reason: 'No webhook monitor of this alert group has the external_id "new-job".' },
    ]);
    expect((await http.api("GET", "/webhook_monitors?external_id=new-job")).json).toEqual([]);
    for (let i = 0; i < 3; i++) await status(`/ping/${other.ping_key}/new-job`);
    const after = (await http.api("GET", `/alert_groups/${other.id}`)).json;
    expect(after).toMatchObject({ inbound_status: "ok", inbound_reason: null });
    expect((await http.api("GET", `/incidents?source_id=${other.id}`)).json).toEqual([]);
  });

  test("by name takes any external_id", async () => {
    const external_id = "LUN-1 / Täglich";
    const made = await http.api("POST", "/webhook_monitors", {
      title: "NAS",
      external_id,
      alert_group_id: group.id,
    });
    expect(await status(`/ping/${group.ping_key}/${encodeURIComponent(external_id)}/1`)).toEqual([
      200,
      "OK",
    ]);
    const listed = await http.api("GET", `/webhook_monitors/${made.json.id}/runs`);
    expect(listed.json).toMatchObject([{ outcome: "fail", exit_code: 1 }]);
  });

  test("that was rotated away works for another day", async () => {
    const { json } = await http.api("POST", `/alert_groups/${group.id}/rotate_ping_key`);
    expect(json.ping_key).toMatch(/^[\w-]{22}$/);
    expect(json.ping_key).not.toBe(group.ping_key);
    expect(json.ping_url).toBe(group.ping_url.replace(group.ping_key, json.ping_key));
    for (const key of [group.ping_key, json.ping_key])
      expect(await status(`/ping/${key}/${name()}`)).toEqual([200, "OK"]);
    await http.clock.advance(24 * 3600_000, () => true);
    expect(await status(`/ping/${group.ping_key}/${name()}`)).toEqual([404, "not found"]);
    expect(await status(`/ping/${json.ping_key}/${name()}`)).toEqual([200, "OK"]);
    group = json;
  });

  test("is a secret: a key that can only read does not see it", async () => {
    const read = { key: http.keys.read };
    const seen = await http.call("GET", `/api/v1/webhook_monitors/${monitor.id}`, read);
    expect(seen.json).toMatchObject({ ping_url: null, webhook_url: null });
    expect(seen.json.masked).toEqual(["webhook_id", "webhook_url", "ping_url"]);
    const group_ = await http.call("GET", `/api/v1/alert_groups/${group.id}`, read);
    expect(group_.json.masked).toEqual(["webhook_id", "webhook_url", "ping_key", "ping_url"]);
    const answer = await http.call("GET", `/ping/${monitor.webhook_id}/a/b/c`, { key: null });
    expect(answer.text).not.toContain(monitor.webhook_id);
  });
});

describe("the webhook URL of a monitor", () => {
  const call = (method: string, path: string) =>
    http.call(method, `/api/webhook/${monitor.webhook_id}${path}`, { key: null });

  test.each([
    ["GET", "", 405, "GET is not allowed here. Allowed: POST, PUT."],
    ["HEAD", "", 405, "HEAD is not allowed here. Allowed: POST, PUT."],
    ["PATCH", "", 405, "PATCH is not allowed here. Allowed: POST, PUT."],
    ["PUT", "/success", 405, "PUT is not allowed here. Allowed: GET, HEAD, POST."],
    ["DELETE", "/success", 405, "DELETE is not allowed here. Allowed: GET, HEAD, POST."],
    ["GET", "/256", 404, "256 is not an exit code: they end at 255."],
    ["HEAD", "/success?rid=7", 422, "rid: must be a UUID with its dashes."],
    ["POST", "/done", 404, '"done" is not a signal: start, success, fail, log and exit codes are.'],
  ])("refuses %s “%s”, and keeps it", async (method, path, status, reason) => {
    const answer = await call(method, path);
    expect(answer.status).toBe(status);
    if (status === 405)
      expect(answer.headers.get("allow")).toBe(/Allowed: (.*)\.$/.exec(reason)![1]);
    expect(await refused()).toMatchObject([{ http_status: status, reason }]);
  });

  test("takes messages, too", async () => {
    expect((await call("POST", "/log")).status).toBe(202);
    expect(await runs()).toMatchObject([{ outcome: "log" }]);
  });

  test("answers a wrong method alike, whether the id exists or not", async () => {
    const other = await http.call("GET", `/api/webhook/${randomUUID()}`, { key: null });
    expect(other.status).toBe(405);
  });
});
