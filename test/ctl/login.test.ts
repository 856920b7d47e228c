/** Signing in as a person by a code in the browser, and signing out. */
import { afterEach, beforeEach, expect, test } from "vitest";
import * as answers from "../support/answers.ts";
import { problem, startFakeApi, type FakeApi } from "./fake-api.ts";
import { newPlace, type Place } from "./run.ts";

const { apiKey } = answers;
const me = answers.me();
let api: FakeApi;
beforeEach(async () => {
  api = await startFakeApi({});
});
afterEach(async () => api[Symbol.asyncDispose]());
let home: Place;
let polls: string[];
beforeEach(() => {
  home = newPlace();
  polls = ["authorization_pending", "slow_down", "authorization_pending"];
  api.answers["POST /device_authorizations"] = {
    status: 201,
    body: {
      device_code: "long",
      user_code: "WDJB-MJHT",
      verification_uri: `${api.url}/device`,
      verification_uri_complete: `${api.url}/device?code=WDJB-MJHT`,
      expires_in: 600,
      interval: 5,
    },
  };
  api.answers["POST /device_authorizations/key"] = () => {
    const code = polls.shift();
    return code === undefined
      ? { status: 201, body: { ...apiKey(), key: "mon_good" } }
      : { ...problem(400, code, [{ field: "device_code", code, message: code }]) };
  };
  api.answers["GET /me"] = { body: { ...me, user: ada, key: apiKey({ user_id: "u1" }) } };
});
afterEach(() => home[Symbol.dispose]());
const ada = {
  id: "u1",
  name: "Ada",
  email: "ada@example.com",
  role: "editor" as const,
  timezone: null,
  monthly_report: false,
  declared: [],
};

test("shows code and address, waits as long as it is asked to, and keeps the key", async () => {
  const pauses: number[] = [];
  const sleep = async (ms: number) => void pauses.push(ms);
  const { code, stdout, stderr } = await home.typed(["login", api.url], "", { sleep });
  expect(stderr).toContain(
    `Sign in at ${api.url}/device and compare this code:\n\n    WDJB-MJHT\n`,
  );
  expect(stdout).toContain(`Signed in to ${api.url} as Ada (editor).`);
  expect([code, pauses]).toEqual([0, [5000, 5000, 10_000, 10_000]]);
  expect(stdout + stderr).not.toContain("mon_good");
  expect((await home.ctl(["whoami"])).stdout).toContain("Ada <ada@example.com>, editor");
});

test.each([
  ["access_denied", "the sign-in was denied in the browser"],
  ["expired_token", "the code has expired without an answer"],
])("ends with %s", async (error, sentence) => {
  polls = [error];
  const sleep = async () => {};
  const { code, stderr } = await home.typed(["login", api.url], "", { sleep });
  expect([code, stderr.includes(`error[${error}] ${sentence}`)]).toEqual([4, true]);
});

test("ends by itself when no answer comes", async () => {
  polls = Array.from({ length: 200 }, () => "authorization_pending");
  const sleep = async () => {};
  const { code, stderr } = await home.typed(["login", api.url], "", { sleep });
  expect([code, stderr.includes("expired_token")]).toEqual([4, true]);
  expect(polls).toHaveLength(80);
});

test("without a terminal is done where it is asked for, and else not begun", async () => {
  const none = await home.ctl(["login", api.url]);
  expect([none.code, none.stderr.includes("--no-browser")]).toEqual([3, true]);
  polls = [];
  const asked = await home.typed(["login", api.url, "--no-browser"], "", {
    isTTY: false,
    sleep: async () => {},
  });
  expect(asked.code).toBe(0);
});

test("names the server by the address that it was reached at when the server does not know its own", async () => {
  polls = ["access_denied"];
  api.answers["POST /device_authorizations"] = {
    status: 201,
    body: {
      device_code: "long",
      user_code: "WDJB-MJHT",
      verification_uri: "file:///etc/passwd",
      verification_uri_complete: "file:///etc/passwd",
      expires_in: 600,
      interval: 5,
    },
  };
  const { stderr } = await home.typed(["login", api.url], "", { sleep: async () => {} });
  expect(stderr).toContain(`Sign in at ${api.url}/device and`);
  expect(stderr).not.toContain("file:");
});

test("logout revokes the key of a person, and leaves that of the organization", async () => {
  polls = [];
  await home.typed(["login", api.url], "", { sleep: async () => {} });
  const revoked: string[] = [];
  api.answers["DELETE /api_keys/k"] = ({ path }) => {
    revoked.push(path);
    return { status: 204 };
  };
  const out = await home.ctl(["logout"]);
  expect(out.stdout).toContain(`and revoked it on ${api.url}.`);
  expect(revoked).toHaveLength(1);
  api.answers["GET /me"] = { body: me };
  await home.typed(["login", api.url, "--with-key"], "mon_good\n");
  expect((await home.ctl(["logout"])).stdout).toContain("It stays valid until it is revoked");
  expect(revoked).toHaveLength(1);
});
