/** ky over the classes that a command gives it, which are not Node's. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { postInbound } from "../../src/client/inbound.ts";
import { usePlainWeb } from "../../src/ctl/connect/web.ts";
import { user } from "../support/answers.ts";
import { problem, startFakeApi, startSilent, type FakeApi } from "./fake-api.ts";

const { Headers, Request, Response, FormData } = globalThis;
beforeAll(usePlainWeb);
afterAll(() => void Object.assign(globalThis, { Headers, Request, Response, FormData }));

let api: FakeApi;
beforeEach(async () => {
  api = await startFakeApi({});
});
afterEach(() => api[Symbol.asyncDispose]());
const client = () => createClient({ url: api.url, apiKey: "mon_key", userAgent: "monitorctl/9" });

test("they are those that ky uses", () => {
  expect(globalThis.Request).not.toBe(Request);
  expect(new globalThis.Headers({ Accept: "a" }).get("accept")).toBe("a");
});

test("queries, bodies and the key arrive as they should", async () => {
  api.answers["GET /users"] = { body: [user({ name: "ü" })] };
  api.answers["POST /users"] = { status: 201, body: user() };
  api.answers["DELETE /users/1"] = { status: 204 };
  const query = { limit: 5, cursor: undefined, external_id: "a b" };
  expect(await client().send("GET /users", { query })).toEqual([user({ name: "ü" })]);
  expect(await client().send("POST /users", { body: { email: "ä@x" } })).toEqual(user());
  expect(await client().send("DELETE /users/:id", { id: "1" })).toBeUndefined();
  expect(api.asked).toMatchObject([
    { path: "/users?limit=5&external_id=a+b", authorization: "Bearer mon_key" },
    { method: "POST", body: { email: "ä@x" } },
    { method: "DELETE" },
  ]);
});

test("a problem is a problem, and a busy server is asked again", async () => {
  api.answers["GET /me"] = problem(403, "Not with this key.");
  await expect(client().send("GET /me")).rejects.toMatchObject({
    status: 403,
    message: "Not with this key.",
    fromService: true,
  });
  let busy = 2;
  api.answers["GET /users"] = () => (busy-- > 0 ? problem(503, "Busy.") : { body: [] });
  expect(await client().send("GET /users")).toEqual([]);
  api.answers["POST /apply"] = problem(503, "Busy.");
  await expect(client().send("POST /apply", { body: { project: "p" } })).rejects.toThrow("Busy.");
  expect(api.asked.map(({ path }) => path)).toEqual([
    "/me",
    "/users",
    "/users",
    "/users",
    "/apply",
  ]);
});

test("a redirect, a silence and a server that is gone are said as what they are", async () => {
  api.answers["GET /me"] = { from: "a proxy", status: 302, headers: { location: "http://x/" } };
  await expect(client().send("GET /me")).rejects.toMatchObject({
    status: 302,
    fromService: false,
  });
  await using silent = await startSilent();
  const impatient = { url: silent.url, apiKey: "k", timeout: 20 };
  await expect(createClient(impatient).send("GET /me")).rejects.toThrow("no answer within 0.02 s");
  const { url } = api;
  await api[Symbol.asyncDispose]();
  await expect(createClient({ url, apiKey: "k", retries: 0 }).send("GET /me")).rejects.toThrow(
    "cannot reach",
  );
});

test("a report is posted as it is", async () => {
  api.answers["POST /hook"] = { status: 202, body: { accepted: 2 } };
  const options = { userAgent: "monitorctl/9", timeout: 1000, idempotencyKey: "k" };
  expect(await postInbound(`${api.url}/hook`, '["ä"]', options)).toEqual({
    accepted: 2,
  });
  expect(api.asked).toMatchObject([{ path: "/hook", body: ["ä"] }]);
});
