/** `devices add` without a topic: the link, its code, and waiting for the phone. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { device, me, user } from "../support/answers.ts";
import { problem, startFakeApi, type Answer, type FakeApi } from "./fake-api.ts";
import { newPlace, type Place, type Terminal } from "./run.ts";
import { monitorctl } from "../support/programs.ts";

const ada = user({ external_id: "ada", name: "Ada\u001b[31m" });
const made = {
  id: "i1",
  user_id: "u1",
  name: null,
  target: "monitord-0123456789abcdefghijkl",
  masked: [],
  server: "https://ntfy.sh",
  status: "open",
  expires_at: "2026-11-21T03:30:00Z",
  verified_at: null as string | null,
  device_id: null,
  test: null as object | null,
  warning: null as string | null,
  inserted_at: "2026-11-21T03:00:00Z",
};
const url = "https://mon.example.com/phone/4vK9qTzR2mXc7pLbN0sYwE";
const test_ = {
  state: "queued",
  sent_at: "2026-11-21T03:01:00Z",
  taken_at: null as string | null,
  attempts: 0,
  last_error: null as string | null,
};
const verified = {
  ...made,
  status: "verified",
  verified_at: "2026-11-21T03:02:09Z",
};

let api: FakeApi;
let place: Place;
beforeEach(async () => {
  api = await startFakeApi({
    "GET /users": { from: "a hostile server", body: [ada] },
    "GET /me": { body: me() },
    "POST /users/u1/device_invitations": {
      status: 201,
      body: { ...made, url },
    },
  });
  place = newPlace({ MONITORCTL_URL: api.url, MONITORCTL_API_KEY: "mon_good" });
});
afterEach(async () => {
  place[Symbol.dispose]();
  await api[Symbol.asyncDispose]();
});

/** What the looks find, one after the other; the last for ever. */
function looks(...answers: Answer[]): void {
  api.answers["GET /users/u1/device_invitations/i1"] = () =>
    (answers.length > 1 ? answers.shift() : answers[0])!;
}
/** What becomes of the link, look by look. */
const becomes = (...states: object[]) => looks(...states.map((body) => ({ body })));
const add = (words: string[], terminal?: Terminal) =>
  place.typed(["devices", "add", ...words], "", terminal);
const asked = () => api.asked.filter(({ method }) => method === "POST").map(({ body }) => body);

describe("on a terminal", () => {
  test("the code and the link are shown, and it waits until the phone has answered", async () => {
    becomes(
      made,
      { ...made, test: test_ },
      { ...made, test: { ...test_, taken_at: "2026-11-21T03:01:02Z" } },
      verified,
    );
    const { code, stdout, stderr } = await add(["ada@example.com"]);
    expect(code).toBe(0);
    expect(stdout).toContain("▄▄▄▄▄▄▄");
    expect(stdout).toMatch(
      /\nScan this with the phone of Ada.*, or open there:\n {2}https:\/\/mon\.example\.com\/phone\/4vK9qTzR2mXc7pLbN0sYwE\nIt works until 03:30 UTC, for one phone\.\n✓ The phone of Ada.* rings: verified 03:02 UTC\.\n$/,
    );
    expect(stdout).not.toContain("\u001b[31m");
    for (const line of [
      "waiting for the phone…",
      "the test is on its way…",
      "ntfy.sh took the test at 03:01 UTC; waiting for “I got it”…",
    ])
      expect(stderr).toContain(line);
    expect(asked()).toEqual([{}]);
  });

  test("what the push server says instead is shown while it waits", async () => {
    const says = (state: string, last_error: string) => ({
      ...made,
      test: { ...test_, state, last_error },
    });
    becomes(says("queued", "no route"), says("refused", "403"), verified);
    const { stderr } = await add(["ada"]);
    expect(stderr).toContain("ntfy.sh has not taken the test yet: no route");
    expect(stderr).toContain("ntfy.sh refused the test: 403");
  });

  test("a server that goes away meanwhile is waited for", async () => {
    looks({ dies: true }, { body: verified });
    const { code, stdout } = await add(["ada"]);
    expect([code, stdout.includes("rings")]).toEqual([0, true]);
  });

  test.each([
    [{ body: { ...made, status: "expired" } }, "nobody sent a test"],
    [{ body: { ...made, status: "expired", test: test_ } }, "no response to the test"],
    [problem(404, "There is no device invitation."), "The link was withdrawn."],
  ])("a link that is over ends it with 8", async (answer, said) => {
    looks(answer);
    const { code, stdout } = await add(["ada"]);
    expect(code).toBe(8);
    expect(stdout).toContain(said);
  });

  test("a link that a phone cannot open is said, with the remedy", async () => {
    const warning = "http://localhost is this machine's own: --site-url";
    api.answers["POST /users/u1/device_invitations"] = {
      status: 201,
      body: { ...made, url, warning },
    };
    becomes(verified);
    expect((await add(["ada"])).stderr).toContain(`! ${warning}`);
  });

  test.each<[string, string[], Terminal]>([
    ["it was not wanted", ["--no-qr"], {}],
    ["the terminal is narrower than it", [], { columns: 30 }],
    ["the terminal knows no half blocks", [], { env: { LC_ALL: "C" } }],
    ["the terminal is a dumb one", [], { env: { TERM: "dumb" } }],
  ])("there is no code where %s", async (_why, flags, terminal) => {
    becomes(verified);
    const { stdout } = await add(["ada", ...flags], terminal);
    expect(stdout).not.toMatch(/[█▀▄]/);
    expect(stdout).toMatch(/^Open this on the phone of Ada.*:\n {2}https:/);
  });

  test("with colours the code is black on white whatever the theme", async () => {
    becomes(verified);
    const { stdout } = await add(["ada"], {
      env: { NO_COLOR: "", FORCE_COLOR: "1" },
    });
    expect(stdout).toContain("\u001b[38;5;16;48;5;231m");
  });

  test("with --no-wait it ends at once, and says where to look", async () => {
    const { code, stderr } = await add(["ada", "--no-wait"]);
    expect(code).toBe(0);
    expect(stderr).toBe("Check the result: monitorctl devices list ada@example.com\n");
  });
});

describe("without a terminal", () => {
  test("there is the link alone, and nobody waits unless told to", async () => {
    const { code, stdout } = await place.inside(["devices", "add", "ada"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Open this .*\n {2}https:\/\/mon.*\n.*\n$/);
    becomes(made, verified);
    const waited = await place.inside(["devices", "add", "ada", "--wait"]);
    expect(waited.stdout).toContain("rings");
  });

  test("as JSON it is what the server answered; with --wait the exit code says the rest", async () => {
    for (const [flags, states, code] of [
      [[], [], 0],
      [["--wait"], [made, verified], 0],
      [["--wait"], [{ ...made, status: "expired" }], 8],
    ] as const) {
      if (states.length > 0) becomes(...states);
      const ended = await add(["ada", "-o", "json", ...flags]);
      expect(ended.code).toBe(code);
      expect(JSON.parse(ended.stdout)).toEqual({ ...made, url });
    }
  });
});

test("the user is the first word or a flag; a name and a server go along", async () => {
  await add(["--user", "ada", "--name", "Pixel", "--server", "https://n.x", "--no-wait"]);
  expect(asked()).toEqual([{ name: "Pixel", server: "https://n.x" }]);
  api.answers["POST /users/u1/devices"] = {
    status: 201,
    body: device({ target: "a-topic" }),
  };
  const by = await add(["--user", "ada", "a-topic"]);
  expect(by.stdout).toContain("device added for ada@example.com: a-topic");
});

test.each([
  [[], "the key belongs to the organization, so a user has to be named"],
  [["--user", "ada", "one", "two"], "too many arguments"],
  [["ada", "--kind", "email"], "a device of the kind email needs a target"],
  [["ada", "--kind", "pigeon"], 'unknown kind of device "pigeon"'],
  [["ada", "--with-token"], "an access token is for a topic that you name"],
])("%j is wrong: %s", async (words, said) => {
  const { code, stderr } = await add(words);
  expect(code).toBe(3);
  expect(stderr).toContain(said);
  expect(asked()).toEqual([]);
});

test("an interrupt ends the waiting alone, and says how to go on", async () => {
  becomes(made);
  const child = spawn(process.execPath, [monitorctl, "devices", "add", "ada", "--wait"], {
    cwd: place.folder,
    env: place.env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (text) => (said += String(text)));
  // It looks for the first time after it began to wait.
  const waiting = new Promise<void>((resolve) => {
    api.answers["GET /users/u1/device_invitations/i1"] = () => {
      resolve();
      return { body: made };
    };
  });
  await waiting;
  child.kill("SIGINT");
  const [code] = (await once(child, "close")) as [number | null];
  expect(code).toBe(130);
  expect(said).toContain("the link still works until 03:30 UTC");
  expect(said).toContain("monitorctl devices list ada@example.com");
  expect(api.asked.every(({ method }) => method !== "DELETE")).toBe(true);
});
