import { afterEach, beforeEach, describe, expect, test } from "vitest";
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
  test.each<[string, (c: ReturnType<typeof client>) => Promise<unknown>]>([
    ["GET /me", (c) => c.me()],
    ["POST /login", (c) => c.login({ code: "x" })],
    ["POST /plan", (c) => c.plan({ project: "p" })],
    ["POST /apply", (c) => c.apply({ project: "p" })],
    ["GET /users", (c) => c.list("users")],
    [
      "GET /users?limit=5&status=up",
      (c) => c.list("users", { limit: 5, cursor: undefined, status: "up" }),
    ],
    ["GET /users/a%2Fb", (c) => c.get("users", "a/b")],
    ["POST /users", (c) => c.create("users", { email: "e" })],
    ["PUT /users/1", (c) => c.update("users", "1", { email: "e" })],
    ["DELETE /users/1", (c) => c.remove("users", "1")],
    ["GET /alert_groups/1/members", (c) => c.members("1")],
    ["POST /alert_groups/1/members", (c) => c.addMember("1", "e")],
    ["DELETE /alert_groups/1/members/2", (c) => c.removeMember("1", "2")],
    ["GET /users/1/devices", (c) => c.devices("1")],
    ["POST /users/1/devices", (c) => c.createDevice("1", { kind: "ntfy", target: "t" })],
    ["PUT /users/1/devices/2", (c) => c.updateDevice("1", "2", { enabled: false })],
    ["DELETE /users/1/devices/2", (c) => c.removeDevice("1", "2")],
    ["POST /users/1/device_invitations", (c) => c.inviteDevice("1")],
    ["GET /users/1/device_invitations/2", (c) => c.invitation("1", "2")],
    ["POST /webhook_monitors/1/pause", (c) => c.pause("webhook_monitors", "1")],
    ["POST /webhook_monitors/1/resume", (c) => c.resume("webhook_monitors", "1")],
    ["GET /webhook_monitors/1/history", (c) => c.history("webhook_monitors", "1")],
    ["GET /webhook_monitors/1/runs", (c) => c.runs("1")],
    ["GET /incidents", (c) => c.incidents()],
    ["GET /incidents/1", (c) => c.incident("1")],
    ["POST /incidents/1/acknowledge", (c) => c.acknowledge("1")],
    ["POST /incidents/1/resolve", (c) => c.resolve("1", { reason: "r" })],
    ["POST /incidents/1/notes", (c) => c.note("1", { text: "t" })],
    ["GET /notifications", (c) => c.notifications()],
    ["GET /notifications/1", (c) => c.notification("1")],
    ["GET /inbound_events", (c) => c.inboundEvents()],
    ["GET /audit_events", (c) => c.auditEvents()],
    ["GET /api_keys", (c) => c.keys()],
    ["POST /api_keys", (c) => c.createKey({ name: "n" })],
    ["DELETE /api_keys/1", (c) => c.revokeKey("1")],
  ])("asks for %s", async (route, call) => {
    api.answers[route.replace(/\?.*/, "")] = route.startsWith("DELETE")
      ? { status: 204 }
      : { from: "any server", body: { answer: 1 } };
    const answer = await call(client());
    expect(answer).toEqual(route.startsWith("DELETE") ? undefined : { answer: 1 });
    expect(api.asked.map((a) => `${a.method} ${a.path}`)).toEqual([route]);
    expect(api.asked[0]!.authorization).toBe("Bearer mon_key");
  });

  test("rejects with the problem that was answered", async () => {
    api.answers["GET /me"] = problem(403, "Not with this key.");
    const error = await client()
      .me()
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
    expect(await client().me()).toEqual(me());
    api.answers["POST /apply"] = problem(503, "Busy.");
    await expect(client().apply({ project: "p" })).rejects.toThrow("Busy.");
    expect(api.asked.filter((a) => a.path === "/apply")).toHaveLength(1);
  });

  test("does not follow a redirect with its key", async () => {
    await using other = await startFakeApi({ "GET /me": { body: me() } });
    api.answers["GET /me"] = {
      from: "a proxy",
      status: 302,
      headers: { location: `${other.url}/api/v1/me` },
    };
    const error = await client()
      .me()
      .catch((e: unknown) => e);
    expect(error).toMatchObject({ status: 302, fromService: false });
    expect(other.asked).toEqual([]);
  });

  test("says that nobody answered, and why", async () => {
    await api[Symbol.asyncDispose]();
    const error = await client()
      .apply({ project: "p" })
      .catch((e: unknown) => e);
    expect(error).toBeInstanceOf(Unreachable);
    expect(error).toMatchObject({
      url: api.url,
      message: `cannot reach ${api.url}: connection refused (is monitord running?)`,
    });
  });

  test("gives up on a server that does not answer in time", async () => {
    await using silent = await startSilent();
    const impatient = createClient({
      url: silent.url,
      apiKey: "k",
      timeout: 20,
    });
    await expect(impatient.apply({ project: "p" })).rejects.toThrow("no answer within 0.02 s");
  });

  test("tries a read again when the connection broke, and not for ever", async () => {
    let tries = 0;
    const broken = (most: number) =>
      createClient({
        url: api.url,
        apiKey: "k",
        exchange: async () => {
          if (++tries <= most) throw new Error("broken");
          return { status: 200, headers: {}, text: '{"ok":true}' };
        },
      });
    expect(await broken(1).me()).toEqual({ ok: true });
    tries = 0;
    await expect(broken(9).me()).rejects.toThrow("broken");
    expect(tries).toBe(3);
    tries = 0;
    await expect(broken(9).apply({ project: "p" })).rejects.toThrow("broken");
    expect(tries).toBe(1);
  });

  test("does not wait as long as a server may ask for", async () => {
    const { headers, ...busy } = problem(429, "Too many.");
    api.answers["GET /me"] = { ...busy, headers: { ...headers, "retry-after": "3600" } };
    await expect(client().me()).rejects.toThrow("Too many.");
    expect(api.asked).toHaveLength(1);
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
    const refused = createClient(options).me();
    await expect(refused).rejects.toBeInstanceOf(UnsafeUrl);
    expect(asked).toEqual([]);
    await createClient({ ...options, insecure: true }).me();
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
