import { METHODS, request as ask } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { StoreUnavailable } from "../../src/store/kit/unavailable.ts";
import type { Store } from "../../src/app/store.ts";
import { problems } from "../../src/http/answer/problems.ts";
import type { HttpSide } from "../support/http.ts";
import { startHttp } from "../support/http.ts";

let http: HttpSide;
beforeAll(async () => {
  http = await startHttp();
});
afterAll(() => http.end());

const json = { "content-type": "application/json" };
const post = (body: string, headers: Record<string, string> = json) =>
  http.call("POST", "/api/v1/alert_groups", {
    key: http.keys.admin,
    body,
    headers,
  });

const known = (method: string) => ["GET", "HEAD", "POST", "PUT", "DELETE"].includes(method);

/** Any method, which `fetch` does not send. */
const bare = (method: string, path: string, type?: string) =>
  new Promise<{ status: number; allow: string | undefined }>((resolve, reject) => {
    const headers = type === undefined ? {} : { "content-type": type, "content-length": 1 };
    const sent = ask(http.origin + path, { method, headers }, (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode!, allow: answer.headers.allow });
    });
    sent.on("error", reject).on("connect", (answer, socket) => {
      socket.destroy();
      resolve({ status: answer.statusCode!, allow: answer.headers.allow });
    });
    sent.end(type === undefined ? undefined : "x");
  });

describe("a body that cannot be let in", () => {
  it.each([
    ["no JSON", "{nope", 400],
    ["nothing at all", "", 400],
    ["white space", "  \n", 400],
    ["half of it", '{"title":"x"', 400],
    ["something after it", '{"title":"x"} {}', 400],
    ["33 levels", `{"title":${"[".repeat(32)}${"]".repeat(32)}}`, 400],
    ["a hundred thousand levels", "[".repeat(100_000), 400],
    ["an array", "[]", 422],
    ["null", "null", 422],
    ["a number", "7", 422],
    ["a text", '"title"', 422],
  ])("%s: %s", async (_what, body, status) => {
    const refused = await post(body);
    expect(refused.status).toBe(status);
    if (status === 422)
      expect(refused.json.errors).toEqual([expect.objectContaining({ field: "", code: "type" })]);
  });

  it("without a body is taken where none is needed, also with a Content-Type", async () => {
    const { id } = (await http.api("POST", "/users", { email: "none@example.com" })).json;
    const empty = {
      key: http.keys.admin,
      body: "",
      headers: { "content-type": "application/json" },
    };
    expect((await http.call("DELETE", `/api/v1/users/${id}`, empty)).status).toBe(204);
    expect((await http.call("POST", "/api/v1/users", empty)).status).toBe(400);
  });

  it("without a body is said to be none", async () => {
    const refused = await http.api("POST", "/alert_groups");
    expect(refused.status).toBe(422);
  });

  it.each([
    "application/x-www-form-urlencoded",
    "text/plain",
    "application/xml",
    "multipart/form-data; boundary=x",
    "jsonish",
  ])("%s: 415", async (type) => {
    const refused = await post('{"title":"x"}', { "content-type": type });
    expect(refused.status).toBe(415);
    expect(refused.json.detail).toContain("application/json");
  });

  it("of more than 1 MiB: 413, and the connection's next request is answered", async () => {
    const refused = await post(JSON.stringify({ title: "x".repeat(1024 * 1024 + 1) }));
    expect(refused.status).toBe(413);
    expect((await post('{"title":"after"}')).status).toBe(201);
  });

  it.each([
    '{"title":"x","__proto__":{"polluted":1}}',
    '{"title":"x","\\u005f_proto__":{"polluted":1}}',
    '{"title":"x","constructor":{"prototype":{"polluted":1}}}',
    '{"title":"x","toString":1}',
  ])("%s is refused as an unknown field and pollutes nothing", async (body) => {
    const refused = await post(body);
    expect(refused.status).toBe(422);
    expect(refused.json.errors[0].code).toBe("unknown_field");
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  it("with U+0000 and lone surrogates is let in with U+FFFD in their place", async () => {
    const made = await post('{"title":"a\\u0000b\\ud800c","external_id":"\\udc00x"}');
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({
      title: "a\ufffdb\ufffdc",
      external_id: "\ufffdx",
    });
    const pair = await post('{"title":"\\ud83d\\ude00"}');
    expect(pair.json.title).toBe("😀");
  });
});

describe("a path", () => {
  it.each([
    ["GET", "/nowhere", 404],
    ["GET", "/api/v1/nowhere", 404],
    ["GET", "/api/v2/alert_groups", 404],
    ["GET", "/api/v1/alert_groups/a/b/c", 404],
    ["PATCH", "/api/v1/alert_groups", 405],
    ["DELETE", "/api/v1/alert_groups", 405],
    ["POST", "/api/v1/alert_groups/x", 405],
    ["DELETE", "/api/v1/me", 405],
    ["DELETE", "/api/v1/incidents/1", 405],
    ["POST", "/livez", 405],
    ["QUERY", "/api/v1/alert_groups", 405],
    ["PROPFIND", "/api/v1/alert_groups", 405],
    ["QUERY", "/nowhere", 404],
    ["GET", "/api/v1/users/a%00b", 404],
    ["POST", "/api/v1/incidents/a%00b/acknowledge", 404],
    ["POST", "/api/webhook/a%00b", 404],
  ])("%s %s: %i", async (method, path, status) => {
    const refused = await http.call(method, path, { key: http.keys.admin });
    expect(refused.status).toBe(status);
    if (status !== 405) return;
    const allow = refused.headers.get("allow")!.split(", ");
    expect(allow).not.toContain(method);
    expect(allow.length).toBeGreaterThan(0);
  });

  it("takes no method with a body that it would not read", async () => {
    const refused = await http.call("PATCH", "/api/v1/alert_groups", {
      body: "x".repeat(2 * 1024 * 1024),
    });
    expect(refused.status).toBe(405);
  });

  it("answers 405 to every method that it does not know, whatever its name, body or type", async () => {
    const paths = [
      ...Object.keys(http.description.paths),
      "/api/webhook/x",
      "/api/webhook/x/success",
      "/api/actions/x",
      "/api/v1/openapi.json",
      "/",
      "/incidents",
      "/incidents/1",
      "/alert_groups/new",
      "/login",
      "/health",
      "/metrics",
    ].map((path) => path.replace(/\{\w+\}/g, "x"));
    const sdkPath = /\/(?:envelope|store|v1\/(?:logs|traces|metrics))$/;
    const wrong: string[] = [];
    for (const path of paths)
      for (const method of [...METHODS, "FROBNICATE"])
        for (const type of method === "PATCH"
          ? [undefined, "text/plain", "garbage"]
          : [undefined]) {
          const { status, allow } = await bare(method, path, type);
          if (allow?.split(", ").includes(method) === false && status === 405) continue;
          // A browser asks before it sends to these.
          if (method === "OPTIONS" && status === 204 && sdkPath.test(path)) continue;
          // A method that the path does know.
          if (allow === undefined && status !== 405 && status < 500 && known(method)) continue;
          wrong.push(`${method} ${path} as ${type}: ${status}, Allow: ${allow}`);
        }
    expect(wrong).toEqual([]);
  });

  it("that does not exist is 404 for any method", async () => {
    expect((await bare("FROBNICATE", "/nowhere")).status).toBe(404);
  });

  it("says which methods are possible", async () => {
    const refused = await http.call("PATCH", "/api/v1/alert_groups/x");
    expect(refused.headers.get("allow")).toBe("DELETE, GET, HEAD, PUT");
  });
});

describe("a problem", () => {
  it("is application/problem+json, names its request, and has a title from the table", async () => {
    const refused = await http.api("GET", "/users/nobody");
    expect(refused.headers.get("content-type")).toMatch(/^application\/problem\+json/);
    expect(refused.json).toMatchObject({
      type: "urn:monitord:problem:not-found",
      title: problems["not-found"].title,
      status: 404,
    });
    expect(refused.json.detail).toMatch(/[.!?]$/);
  });

  it("lists every fault of a body at once, in the order of the fields", async () => {
    const refused = await http.api("POST", "/alert_groups", {
      title: "",
      priority_level: 9,
      contact_days: [8, "x"],
      contact_hours_from: "noon",
      timezones: "UTC",
    });
    const fields = refused.json.errors.map((e: { field: string }) => e.field);
    expect(fields.toSorted()).toEqual([
      "contact_days[0]",
      "contact_days[1]",
      "contact_hours_from",
      "priority_level",
      "timezones",
      "title",
    ]);
    for (const { message } of refused.json.errors) expect(message).not.toBe("");
  });

  it("carries the caller's request id when it is harmless, else one of ours", async () => {
    const ask = (id: string) =>
      http.call("GET", "/api/v1/nowhere", { headers: { "x-request-id": id } });
    const own = await ask("trace-42/a:b");
    expect(own.headers.get("x-request-id")).toBe("trace-42/a:b");
    for (const id of ["x".repeat(129), "with space", "ü"]) {
      const made = await ask(id).catch(() => null);
      // fetch itself refuses to send what is no header value.
      if (made) expect(made.headers.get("x-request-id")).not.toBe(id);
    }
    const line = http.logged.find((text) => text.includes("trace-42/a:b"));
    expect(JSON.parse(line!)).toMatchObject({ request_id: "trace-42/a:b" });
  });
});

describe("when something breaks inside", () => {
  const failing = (error: () => Error) =>
    startHttp({
      wrap: (store) => ({
        ...store,
        run: ((verb: "save", input: never) =>
          verb === "save" ? Promise.reject(error()) : store.run(verb, input)) as Store["run"],
      }),
    });

  it("a bug is 500 with the request's id, and nothing of the inside", async () => {
    const side = await failing(() => new Error("canary of the inside"));
    const answer = await side.api("POST", "/alert_groups", { title: "x" });
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain("canary");
    expect(answer.json.detail).toContain(answer.json.request_id);
    expect(side.logged.some((line) => line.includes(answer.json.request_id))).toBe(true);
    await side.end();
  });

  it("a database that takes no writes is 503, and says when to try again", async () => {
    const side = await failing(() => new StoreUnavailable("canary: disk full"));
    const answer = await side.api("POST", "/alert_groups", { title: "x" });
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(answer.text).not.toContain("canary");
    await side.end();
  });
});

it.each([
  ["headers", "POST /api/webhook/x HTTP/1.1\r\nHost: x\r\n"],
  ["body", "POST /api/webhook/x HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{"],
])("a sender that never finishes its %s is cut off with 408", async (_what, bytes) => {
  const side = await startHttp({ limits: { slowRequestMs: 150 } });
  const { port } = new URL(side.origin);
  const answer = await new Promise<string>((resolve) => {
    let text = "";
    const socket = connect(Number(port), "127.0.0.1", () => socket.write(bytes));
    socket.on("error", () => {});
    socket.on("data", (chunk) => (text += String(chunk)));
    socket.on("close", () => resolve(text));
  });
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  await side.end();
});

it("garbage on the wire is answered or cut off, and the next request is served", async () => {
  const { port } = new URL(http.origin);
  for (const bytes of ["\x16\x03\x01\x02", "GET / HTTP/9.9\r\n\r\n", "\r\n\r\nx"]) {
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), "127.0.0.1", () => socket.end(bytes));
      socket.on("error", () => {});
      socket.on("close", () => resolve());
      socket.resume();
    });
  }
  expect((await http.call("GET", "/livez")).status).toBe(200);
});
