import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { routes, type Route } from "../../src/api/routes/table.ts";
import {
  ApiProblem,
  createClient,
  Unreachable,
  UnsafeUrl,
  type ClientOptions,
} from "../../src/client/client.ts";
import { reasonOf } from "../../src/client/errors.ts";
import { mayCarryKey } from "../../src/client/trust.ts";
import { me } from "../support/answers.ts";
import { problem, startFakeApi, startSilent, type FakeApi } from "./fake-api.ts";

let api: FakeApi;
beforeEach(async () => {
  api = await startFakeApi({});
});
afterEach(() => api[Symbol.asyncDispose]());
const client = () => createClient({ url: `${api.url}/`, apiKey: "mon_key" });

describe("the client", () => {
  test.each(Object.keys(routes) as Route[])("asks for %s", async (route) => {
    const [method = "", path = ""] = route.split(" ");
    const asked = path
      .replace(/:(user|schedule|subscriber|update)_id/, "7")
      .replace(/:\w+/, "a%2Fb");
    const headers = { "x-answered-by": "monitord" };
    api.answers[`${method} ${asked}`] = { from: "any server", headers, body: { answer: 1 } };
    // The types of each row are those of the compiler's.
    const answer = await client().send(route, {
      id: "a/b",
      user_id: "7",
      schedule_id: "7",
      subscriber_id: "7",
      update_id: "7",
    } as never);
    expect(answer).toEqual({ answer: 1 });
    expect(api.asked.map((a) => `${a.method} ${a.path}`)).toEqual([`${method} ${asked}`]);
    expect(api.asked[0]!.authorization).toBe("Bearer mon_key");
  });

  const withParams = (Object.keys(routes) as Route[]).filter((route) => route.includes(":"));
  test.each(withParams)(
    "asks for nothing when an id of %s is empty, or a dot or two",
    async (route) => {
      for (const dots of ["", ".", ".."]) {
        const ids = { id: dots, user_id: dots, schedule_id: dots };
        const sent = { ...ids, subscriber_id: dots, update_id: dots };
        await expect(client().send(route, sent as never)).rejects.toThrow(`is never empty`);
      }
      expect(api.asked).toEqual([]);
    },
  );

  test("sends a query with commas between entries of a list, a body, and undefined for no body", async () => {
    api.answers["GET /incidents"] = { body: [] };
    const query = { limit: 5, cursor: undefined, status: ["open", "resolved"] } as const;
    expect(
      await client().send("GET /incidents", { query: { ...query, status: [...query.status] } }),
    ).toEqual([]);
    api.answers["POST /users"] = { from: "any server", body: {} };
    await client().send("POST /users", { body: { email: "e" } });
    api.answers["DELETE /marks/1"] = { status: 204 };
    expect(await client().send("DELETE /marks/:id", { id: "1" })).toBeUndefined();
    expect(api.asked.map(({ method, path, body }) => [`${method} ${path}`, body])).toEqual([
      ["GET /incidents?limit=5&status=open%2Cresolved", undefined],
      ["POST /users", { email: "e" }],
      ["DELETE /marks/1", undefined],
    ]);
  });

  test("rejects with the problem that was answered", async () => {
    api.answers["GET /me"] = problem(403, "Not with this key.");
    const error = await client()
      .send("GET /me")
      .catch((e: unknown) => e);
    expect(error).toBeInstanceOf(ApiProblem);
    expect(error).toMatchObject({
      status: 403,
      message: "Not with this key.",
      fromService: true,
    });
  });

  test("tries a read again when the server is busy, and a change never", async () => {
    let busy = 1;
    api.answers["GET /me"] = () => (busy-- > 0 ? problem(503, "Busy.") : { body: me() });
    expect(await client().send("GET /me")).toEqual(me());
    api.answers["POST /apply"] = problem(503, "Busy.");
    await expect(client().send("POST /apply", { body: { project: "p" } })).rejects.toThrow("Busy.");
    expect(api.asked.filter((a) => a.path === "/apply")).toHaveLength(1);
  });

  test("sends no change when it only reads", async () => {
    const reader = createClient({ url: api.url, apiKey: "k", readsOnly: true });
    api.answers["POST /plan"] = problem(403, "Planned.");
    api.answers["POST /monitors/pause"] = problem(403, "Only shown.");
    await expect(reader.send("POST /plan", { body: { project: "p" } })).rejects.toThrow("Planned.");
    const paused = { filter: {}, until: null };
    await expect(
      reader.send("POST /monitors/pause", { body: { ...paused, dry_run: true } }),
    ).rejects.toThrow("Only shown.");
    const before = api.asked.length;
    await expect(reader.send("POST /monitors/pause", { body: paused })).rejects.toThrow(
      "POST /monitors/pause would make a change, and was not sent",
    );
    expect(api.asked).toHaveLength(before);
  });

  test("does not follow a redirect with its key", async () => {
    await using other = await startFakeApi({ "GET /me": { body: me() } });
    api.answers["GET /me"] = {
      from: "a proxy",
      status: 302,
      headers: { location: `${other.url}/api/v1/me` },
    };
    const error = await client()
      .send("GET /me")
      .catch((e: unknown) => e);
    expect(error).toMatchObject({ status: 302, fromService: false });
    expect(other.asked).toEqual([]);
  });

  test("says that nobody answered, and why", async () => {
    await api[Symbol.asyncDispose]();
    const error = await client()
      .send("POST /apply", { body: { project: "p" } })
      .catch((e: unknown) => e);
    expect(error).toBeInstanceOf(Unreachable);
    expect(error).toMatchObject({
      url: api.url,
      message: `cannot reach ${api.url}: connection refused (is monitord running?)`,
      // The request was never sent.
      change: null,
    });
  });

  test("gives up on a server that does not answer in time", async () => {
    await using silent = await startSilent();
    const impatient = createClient({
      url: silent.url,
      apiKey: "k",
      timeout: 20,
    });
    await expect(impatient.send("POST /apply", { body: { project: "p" } })).rejects.toMatchObject({
      message: expect.stringContaining("no answer within 0.02 s"),
      change: "apply",
    });
  });

  test("tries a read again when the connection broke, and not for ever", async () => {
    let tries = 0;
    const broken = (most: number) =>
      createClient({
        url: api.url,
        apiKey: "k",
        exchange: async () => {
          if (++tries <= most) throw new Error("broken");
          return { status: 200, headers: { "x-answered-by": "monitord" }, text: '{"ok":true}' };
        },
      });
    expect(await broken(1).send("GET /me")).toEqual({ ok: true });
    tries = 0;
    await expect(broken(9).send("GET /me")).rejects.toThrow("broken");
    expect(tries).toBe(3);
    tries = 0;
    await expect(broken(9).send("POST /apply", { body: { project: "p" } })).rejects.toThrow(
      "broken",
    );
    expect(tries).toBe(1);
  });

  test("does not wait as long as a server may ask for", async () => {
    const { headers, ...busy } = problem(429, "Too many.");
    api.answers["GET /me"] = { ...busy, headers: { ...headers, "retry-after": "3600" } };
    await expect(client().send("GET /me")).rejects.toThrow("Too many.");
    expect(api.asked).toHaveLength(1);
  });

  test("waits as long as a busy server asks for, also to send a change, and gives up in the end", async () => {
    const { headers, ...busy } = problem(429, "Too many.");
    const refusal = { ...busy, headers: { ...headers, "retry-after": "40" } };
    let refused = 1;
    api.answers["POST /incidents/resolve"] = () => (refused-- > 0 ? refusal : { body: [] });
    const waits: number[] = [];
    const onBusy = async (seconds: number) => void waits.push(seconds);
    const patient = createClient({ url: api.url, apiKey: "k", onBusy });
    expect(await patient.send("POST /incidents/resolve", { body: { filter: {} } })).toEqual([]);
    expect(waits).toEqual([40]);
    refused = 9;
    await expect(patient.send("POST /incidents/resolve", { body: { filter: {} } })).rejects.toThrow(
      "Too many.",
    );
    expect(waits).toEqual([40, 40, 40, 40]);
  });

  test("refuses to send its key in clear, unless told to", async () => {
    const asked: string[] = [];
    const options: ClientOptions = {
      url: "http://mon.example.com",
      apiKey: "k",
      exchange: async ({ url }) => {
        asked.push(url);
        return { status: 200, headers: {}, text: "{}" };
      },
    };
    const refused = createClient(options).send("GET /me");
    await expect(refused).rejects.toBeInstanceOf(UnsafeUrl);
    expect(asked).toEqual([]);
    await createClient({ ...options, insecure: true }).send("GET /me");
    expect(asked).toEqual(["http://mon.example.com/api/v1/me"]);
  });
});

test.each([
  ["https://mon.example.com", true],
  ["http://mon.example.com", false],
  ["http://8.8.8.8:8620", false],
  ["http://127.0.0.1:8620", true],
  ["http://[::1]:8620", true],
  ["http://[::ffff:10.0.0.1]", true],
  ["http://10.1.2.3", true],
  ["http://192.168.1.10:8620", true],
  ["http://172.32.0.1", false],
  ["http://[fd00::1]", true],
  ["http://[2001:4860:4860::8888]", false],
  ["http://localhost:8620", true],
  ["http://monitord:8620", true],
  ["http://nas.local", true],
  ["http://mon.home.arpa", true],
  ["http://notlocal.com", false],
  ["http://localhost.example.com", false],
])("a key may go to %s: %s", (url, may) => {
  expect(mayCarryKey(url)).toBe(may);
});

test.each([
  ["ENOTFOUND", "no such host"],
  ["EAI_AGAIN", "the name could not be resolved (is there a network?)"],
  ["EHOSTUNREACH", "no route to it"],
  ["ETIMEDOUT", "timed out while connecting"],
  ["ECONNRESET", "the connection was closed before an answer came"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "TLS: self-signed"],
  ["EODD", "self-signed"],
])("the cause %s is said as: %s", (code, said) => {
  const cause = Object.assign(new Error("self-signed"), { code });
  expect(reasonOf(new TypeError("fetch failed", { cause }))).toBe(said);
  expect(reasonOf(new AggregateError([cause]))).toBe(said);
});

test("advice of Node for other programs is no part of a reason", () => {
  const message =
    "self-signed certificate; if the root CA is installed locally, try running Node.js with --use-system-ca";
  const cause = Object.assign(new Error(message), { code: "DEPTH_ZERO_SELF_SIGNED_CERT" });
  expect(reasonOf(new TypeError("fetch failed", { cause }))).toBe("TLS: self-signed certificate");
});
