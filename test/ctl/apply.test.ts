import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Plan } from "../../src/api/declaration.ts";
import { answerBasically } from "./basic-api.ts";
import { problem, startFakeApi, type Answer, type FakeApi } from "./fake-api.ts";
import { newPlace, type Place } from "./run.ts";

const manifest = `version: 1
project: shop
alert_groups:
  - external_id: oncall
    title: On call
    members: [ada@example.com]
webhook_monitors:
  - external_id: errors
    title: Errors
    alert_group: oncall
`;

const planned = (applied: boolean): Plan => ({
  project: "shop",
  revision: 41,
  applied,
  changes: [
    {
      kind: "alert_groups",
      external_id: "oncall",
      id: "g1",
      title: "On call",
      action: "update",
      fields: [{ field: "priority_level", from: 1, to: 2 }],
    },
    {
      kind: "webhook_monitors",
      external_id: "errors",
      id: applied ? "w1" : null,
      title: "Errors",
      action: "create",
      fields: [],
      ...(applied ? { webhook_url: "http://mon.example/api/webhook/abc" } : {}),
    },
  ],
  warnings: ['no member of alert group "oncall" has a device'],
});
const nothing: Plan = { ...planned(false), changes: [], warnings: [] };

let api: FakeApi;
let place: Place;
beforeEach(async () => {
  api = await startFakeApi({
    "POST /plan": { body: planned(false) },
    "POST /apply": { body: planned(true) },
  });
  place = newPlace({ MONITORCTL_URL: api.url, MONITORCTL_API_KEY: "mon_key" });
  place.write("monitors.yaml", manifest);
});
afterEach(async () => {
  place[Symbol.dispose]();
  await api[Symbol.asyncDispose]();
});
const routes = () => api.asked.map(({ method, path }) => `${method} ${path}`);

describe("apply without a terminal", () => {
  test("sends everything in one request and prints what was done", async () => {
    const { code, stdout, stderr } = await place.spawned(["apply"]);
    expect(stderr).toBe("");
    expect(stdout).toBe(`Applied project shop on ${api.url}

  ~  alert_group      oncall  priority_level
  +  webhook_monitor  errors  create

~ alert_group oncall  monitors.yaml:4
    priority_level  1 → 2

✓ 1 created, 1 updated.
! no member of alert group "oncall" has a device

Webhook URLs:
  errors  http://mon.example/api/webhook/abc
`);
    expect(code).toBe(0);
    expect(routes()).toEqual(["POST /apply"]);
    expect(api.asked[0]).toMatchObject({
      authorization: "Bearer mon_key",
      body: {
        project: "shop",
        adopt: false,
        alert_groups: [{ external_id: "oncall", members: ["ada@example.com"] }],
        webhook_monitors: [{ external_id: "errors", alert_group: "oncall" }],
      },
    });
  });

  test("prints one JSON document with -o json", async () => {
    const { code, stdout, stderr } = await place.ctl(["apply", "-o", "json"]);
    expect(JSON.parse(stdout)).toEqual({ schema: "monitorctl/v1", ...planned(true) });
    expect([code, stderr]).toEqual([0, ""]);
  });

  test("is a line of JSON for each event with -o jsonl, and in a file beside the text", async () => {
    const lines = (text: string) =>
      text
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    const expected = [
      { type: "version", schema: "monitorctl/v1" },
      { type: "applied", action: "update", external_id: "oncall" },
      { type: "applied", action: "create", external_id: "errors" },
      { type: "diagnostic", severity: "warning" },
      { type: "summary", project: "shop", applied: true, created: 1, updated: 1, deleted: 0 },
    ];
    const args = ["apply", "-f", "monitors.yaml"];
    expect(lines((await place.ctl([...args, "-o", "jsonl"])).stdout)).toMatchObject(expected);
    const { stdout } = await place.ctl([...args, "--events-file", "events.jsonl"]);
    expect(stdout).toContain("Webhook URLs:");
    const file = join(place.folder, "events.jsonl");
    expect(lines(readFileSync(file, "utf8"))).toMatchObject(expected);

    api.answers["POST /apply"] = problem(403, "The key may only read.");
    const failed = await place.ctl([...args, "--events-file", "events.jsonl"]);
    expect(failed.code).not.toBe(0);
    expect(lines(readFileSync(file, "utf8"))).toMatchObject([
      { type: "version" },
      { type: "diagnostic", severity: "error", error: { message: "The key may only read." } },
    ]);
    const nowhere = await place.ctl([...args, "--events-file", "no/events.jsonl"]);
    expect(nowhere.stderr).toContain("error[not_written] no/events.jsonl cannot be written");
  });

  test("prints no result with --quiet, but failures, and what programs read", async () => {
    const args = ["apply", "-f", "monitors.yaml", "--quiet"];
    expect(await place.ctl(args)).toMatchObject({ code: 0, stdout: "", stderr: "" });
    expect((await place.ctl([...args, "-o", "json"])).stdout).toContain('"applied": true');
    const unasked = await place.typed(args, "n\n");
    expect([unasked.code, unasked.stdout, unasked.stderr]).toEqual([0, "", ""]);
    api.answers["POST /apply"] = problem(403, "The key may only read.");
    const failed = await place.ctl(args);
    expect([failed.code, failed.stderr]).toEqual([4, expect.stringContaining("may only read")]);
  });

  test("reads folders, several files and the input", async () => {
    const group = (id: string) =>
      `version: 1\nproject: shop\nalert_groups: [{ external_id: ${id}, title: T }]\n`;
    place.write("folder/b.yml", group("b"));
    place.write("folder/a.yaml", group("a"));
    place.write("folder/deep/c.yaml", group("c"));
    place.write("folder/.hidden.yaml", "nonsense: [");
    place.write("folder/readme.md", "nonsense");
    const { code } = await place.ctl(
      ["apply", "-f", "folder", "-f", "monitors.yaml", "-f", "-", "--adopt"],
      { input: group("input") },
    );
    expect(code).toBe(0);
    const body = api.asked[0]!.body as {
      adopt: boolean;
      alert_groups: { external_id: string }[];
    };
    expect(body.adopt).toBe(true);
    expect(body.alert_groups.map((g) => g.external_id)).toEqual(["a", "b", "c", "oncall", "input"]);
  });
});

describe("a mistake in a file", () => {
  test("is shown with its place and what was meant, and nothing is sent", async () => {
    place.write("monitors.yaml", manifest.replace("title: On", "titel: On"));
    const { code, stdout, stderr } = await place.ctl(["apply"]);
    expect(stderr).toBe(`error[unknown_field] unknown field "titel"
 --> monitors.yaml:5:5  alert_groups oncall
  |
5 |     titel: On call
  |     ^^^^^ did you mean "title"?

1 error in 1 file. Nothing was sent.
  try: correct what is marked above, and run it again
`);
    expect([code, stdout, api.asked]).toEqual([3, "", []]);
  });

  test("needs no server to be found", async () => {
    place.write("monitors.yaml", manifest.replace("title: On", "titel: On"));
    const { code } = await place.ctl(["diff"], {
      env: { MONITORCTL_URL: "", MONITORCTL_API_KEY: "" },
    });
    expect(code).toBe(3);
  });

  test("is data with -o json, every mistake of it", async () => {
    place.write("monitors.yaml", manifest.replace("title: On", "titel: On").replace(": 1", ": 2"));
    const { code, stdout, stderr } = await place.ctl(["apply", "-ojson"]);
    expect(JSON.parse(stdout)).toMatchObject({
      error: {
        code: "invalid",
        exit_code: 3,
        issues: [
          { code: "version", file: "monitors.yaml", line: 1, column: 10 },
          { code: "unknown_field", line: 5, hint: 'did you mean "title"?' },
        ],
      },
    });
    expect([code, stderr, api.asked]).toEqual([3, "", []]);
  });

  test("that only the server can find is shown at its place all the same", async () => {
    api.answers["POST /apply"] = problem(422, "The declaration is wrong.", [
      {
        field: "webhook_monitors[0].alert_group",
        code: "unknown_alert_group",
        message: 'references unknown alert group "oncall", did you mean "on-call"?',
      },
    ]);
    const { code, stderr } = await place.ctl(["apply"]);
    expect(stderr).toBe(`error[unknown_alert_group] references unknown alert group "oncall"
  --> monitors.yaml:10:18  webhook_monitors errors
   |
10 |     alert_group: oncall
   |                  ^^^^^^ did you mean "on-call"?

1 error in 1 file. Nothing was changed.
  try: correct what is marked above, and run it again
`);
    expect(code).toBe(3);
  });

  test.each([
    ["no file", ["-f", "nowhere.yaml"], "nowhere.yaml does not exist"],
    ["an empty folder", ["-f", "config"], "and no *.yml\n  try: name the folder that holds them"],
    ["a pattern of none", ["-f", "c*/*.yaml"], "matches no file\n  try: check the pattern"],
    ["bytes that are no text", ["-f", "binary.yaml"], "not UTF-8"],
  ])("may be %s", async (_, args, message) => {
    place.write("config/notes.txt", "");
    place.write("binary.yaml", Uint8Array.of(0xff, 0xfe, 0x00));
    const { code, stderr } = await place.ctl(["apply", ...args]);
    expect(stderr).toContain(message);
    expect([code, api.asked]).toEqual([3, []]);
  });

  test("may be that there is no file at all", async () => {
    using empty = newPlace();
    const { code, stderr } = await empty.ctl(["apply"]);
    expect(stderr).toBe(
      "error[no_file] no file was named, and this folder has neither monitors.yaml nor monitors/\n  try: name a file, a folder or a pattern with -f PATH, or begin one with: monitorctl init\n",
    );
    expect(code).toBe(3);
  });
});

describe("apply on a terminal", () => {
  test("shows the plan, asks, and applies what was shown", async () => {
    const { code, stdout, stderr } = await place.typed(["apply"], "y\n");
    expect(stdout).toContain("1 to create, 1 to update.");
    expect(stderr).toContain("Apply? [y/N] ");
    expect(stdout).toContain("✓ 1 created, 1 updated.");
    expect(code).toBe(0);
    expect(routes()).toEqual(["POST /plan", "POST /apply"]);
    expect(api.asked[1]!.body).toMatchObject({ revision: 41 });
  });

  test.each([["n\n"], ["\n"], [""]])("changes nothing when the answer is %j", async (answer) => {
    const { code, stderr } = await place.typed(["apply"], answer);
    expect(stderr).toContain("not confirmed; nothing was changed");
    expect(code).toBe(7);
    expect(routes()).toEqual(["POST /plan"]);
  });

  test("does not ask with --yes, nor when there is nothing to do", async () => {
    expect((await place.typed(["apply", "--yes"], "")).code).toBe(0);
    expect(routes()).toEqual(["POST /apply"]);
    api.answers["POST /plan"] = { body: nothing };
    const { code, stdout } = await place.typed(["apply"], "");
    expect([code, stdout]).toEqual([0, "Nothing to do: 0 resources unchanged.\n"]);
  });

  test("is refused when something moved in between", async () => {
    api.answers["POST /apply"] = problem(409, "Something was changed since.");
    const { code, stderr } = await place.typed(["apply"], "y\n");
    expect(code).toBe(5);
    expect(stderr).toContain(
      "error[conflict] Something was changed since.\n  try: review it with: monitorctl plan\n",
    );
  });
});

describe("diff", () => {
  test.each([
    ["something would change", planned(false), [], 0],
    ["something would change", planned(false), ["--exit-code"], 2],
    ["nothing would change", nothing, ["--exit-code"], 0],
  ])("when %s ends as it was asked to", async (_, plan, args, expected) => {
    api.answers["POST /plan"] = { body: plan };
    const { code, stdout } = await place.ctl(["diff", ...args]);
    expect(code).toBe(expected);
    expect(stdout).toMatch(/1 to create, 1 to update\.|Nothing to do/);
    expect(routes()).toEqual(["POST /plan"]);
  });

  test("prints the plan of the server with -o json", async () => {
    const { stdout } = await place.ctl(["diff", "-o", "json"]);
    expect(JSON.parse(stdout)).toEqual({ schema: "monitorctl/v1", ...planned(false) });
  });
});

describe("what the server refuses", () => {
  const owned = [
    {
      field: "alert_groups[0]",
      code: "owned_elsewhere",
      message: '"oncall" is declared by project "billing"',
    },
  ];
  test.each<[string, Answer, number, string]>([
    [
      "an unknown key",
      problem(401, "The API key is not known."),
      4,
      "error[unauthorized] The API key is not known. (the API key came from MONITORCTL_API_KEY)\n  try: unset MONITORCTL_API_KEY, or set it to a valid key\n",
    ],
    [
      "a key that may not",
      problem(403, "Needs the scope admin."),
      4,
      "error[forbidden] Needs the scope admin. (the API key came from MONITORCTL_API_KEY)",
    ],
    [
      "what another project declares",
      problem(409, "Declared elsewhere.", owned),
      5,
      'error[owned_elsewhere] "oncall" is declared by project',
    ],
    [
      "what is too large",
      problem(413, "The body is over 1 MiB."),
      3,
      "error[refused] The body is over 1 MiB.",
    ],
    ["when it is busy", problem(503, "The database is not available."), 9, "error[unavailable]"],
    ["when it has a bug", problem(500, "Internal."), 1, "error[server_error]"],
    [
      "when it is no monitord",
      { from: "another program", body: "<html>hello</html>" },
      9,
      "error[not_monitord]",
    ],
    [
      "by sending elsewhere",
      { from: "a proxy", status: 301, headers: { location: "https://other.example/" } },
      9,
      "redirects to https://other.example/",
    ],
  ])("%s", async (_, answer, expected, text) => {
    api.answers["POST /apply"] = answer;
    const { code, stderr, stdout } = await place.ctl(["apply"]);
    expect(stderr).toContain(text);
    expect(stderr).toMatch(/\n {2}try: .+\n$/);
    expect([code, stdout]).toEqual([expected, ""]);
    // What changes something is sent once.
    expect(routes()).toEqual(["POST /apply"]);
  });

  test("is one JSON document with -o json", async () => {
    api.answers["POST /apply"] = problem(401, "The API key is not known.");
    const { code, stdout, stderr } = await place.ctl(["apply", "-o", "json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: "unauthorized", exit_code: 4, issues: [] },
    });
    expect([code, stderr]).toEqual([4, ""]);
  });

  test("is said when nobody answers at all", async () => {
    await api[Symbol.asyncDispose]();
    const { code, stderr } = await place.ctl(["apply"]);
    expect(stderr).toBe(
      `error[unreachable] cannot reach ${api.url}: connection refused (is monitord running?)\n  try: check that monitord runs there, or pass another server with --url\n`,
    );
    expect(code).toBe(9);
  });
});

const unsettled =
  "\n  the server may still have made the change\n  try: see the difference with: monitorctl plan\n";

test.each<[string, Answer, isOpen: boolean]>([
  ["a proxy has no answer", { from: "a proxy", status: 502, body: "<html>" }, true],
  ["a proxy has none in time", { from: "a proxy", status: 504, body: "<html>" }, true],
  ["a page is the answer", { from: "a proxy", body: "<html>" }, true],
  ["a proxy refuses", { from: "a proxy", status: 403, body: "<html>" }, false],
  ["monitord refuses", problem(503, "The database is not available."), false],
])("a change that may have been made is called so: %s", async (_, answer, isOpen) => {
  api.answers["POST /apply"] = answer;
  expect((await place.ctl(["apply"])).stderr.endsWith(unsettled)).toBe(isOpen);
  api.answers["POST /users"] = answer;
  const sent = await place.ctl(["api", "POST", "/users", "-d", "{}"]);
  expect(sent.stderr.includes("\n  the server may still have made the change\n")).toBe(isOpen);
  api.answers["POST /plan"] = answer;
  expect((await place.ctl(["plan"])).stderr).not.toContain("made the change");
});

test("a server that dies while it applies is told of, and nothing is sent twice", async () => {
  api.answers["POST /apply"] = { dies: true };
  const dead = await place.ctl(["apply"]);
  expect(dead.code).toBe(9);
  expect(dead.stderr).toContain("error[unreachable]");
  expect(dead.stderr).toContain(unsettled);
  expect(routes().filter((route) => route === "POST /apply")).toHaveLength(1);
});

describe("a server with only the basic endpoints", () => {
  test("neither prunes nor saves plans, and says so before anything is changed", async () => {
    const kept = answerBasically(api.answers, kinds);
    const pruned = await place.ctl(["apply", "--prune", "--yes"]);
    expect(pruned.stderr).toContain("error[not_offered]");
    expect(pruned.stderr).toContain("try: leave out --prune");
    expect(pruned.code).toBe(3);
    const saved = await place.ctl(["plan", "--out", "plan.json"]);
    expect(saved.stderr).toContain("try: apply without a saved plan");
    expect(saved.code).toBe(3);
    expect(Object.values(kept).flat()).toEqual([]);
  });

  const kinds = ["alert_groups", "health_check_monitors", "webhook_monitors"];
  const posts = () => routes().filter((route) => !route.startsWith("GET"));

  test("is read, planned for here, and changed one by one", async () => {
    const kept = answerBasically(api.answers, kinds);
    const first = await place.ctl(["apply"]);
    expect(first.stderr).toContain("only the basic endpoints");
    expect(first.stderr).toContain("pruning is not offered");
    expect(first.stdout).toContain("✓ 2 created.");
    expect(first.stdout).toContain("http://mon.example/api/webhook/id-2");
    expect(first.code).toBe(0);
    expect(kept["webhook_monitors"]).toEqual([
      {
        id: "id-2",
        webhook_url: "http://mon.example/api/webhook/id-2",
        external_id: "errors",
        title: "Errors",
        alert_group_id: "id-1",
        error_rate_threshold: 1,
        error_rate_window_minutes: 5,
      },
    ]);
    expect(posts()).toEqual([
      "POST /apply",
      "POST /alert_groups",
      "POST /alert_groups/id-1/members",
      "POST /webhook_monitors",
    ]);

    const again = await place.ctl(["apply"]);
    expect(again.stdout).toBe("Nothing to do: 2 resources unchanged.\n");
  });

  test("that dies in the middle keeps what is done; running it again goes on from there", async () => {
    const kept = answerBasically(api.answers, kinds);
    const create = api.answers["POST /webhook_monitors"]!;
    api.answers["POST /webhook_monitors"] = { dies: true };
    const dead = await place.ctl(["apply"]);
    expect(dead.code).toBe(9);
    expect(dead.stderr).toContain("webhook_monitors errors: ");
    expect(dead.stderr).toContain("1 change made before this one: what is done stays");
    expect(dead.stderr).toContain("running it again goes on where it stopped");
    expect(kept["alert_groups"]).toHaveLength(1);

    api.answers["POST /webhook_monitors"] = create;
    const again = await place.ctl(["apply"]);
    expect(again.code).toBe(0);
    expect(again.stdout).toContain("✓ 1 created");
    expect(kept["alert_groups"]).toHaveLength(1);
    expect(kept["webhook_monitors"]).toHaveLength(1);
  });

  test("gets the changes alone, members among them", async () => {
    const kept = answerBasically(api.answers, kinds);
    await place.ctl(["apply"]);
    place.write("monitors.yaml", manifest.replace("ada@", "bob@").replace("Errors", "All errors"));
    api.asked.length = 0;
    const dry = await place.ctl(["diff", "--exit-code"]);
    expect(dry.stdout).toContain("members  + bob@example.com  - ada@example.com");
    expect(dry.code).toBe(2);
    expect(posts()).toEqual(["POST /plan"]);
    const { code } = await place.ctl(["apply"]);
    expect(code).toBe(0);
    expect(posts().slice(2)).toEqual([
      "POST /alert_groups",
      "POST /alert_groups/id-1/members",
      "DELETE /alert_groups/id-1/members/u-ada%40example.com",
      "POST /webhook_monitors",
    ]);
    expect(kept["webhook_monitors"]).toMatchObject([{ title: "All errors" }]);
  });

  test("gets a monitor after those that it depends on, by their ids", async () => {
    const kept = answerBasically(api.answers, kinds);
    kept["health_check_monitors"]!.push({
      id: "router",
      external_id: "router",
      title: "Router",
      url: "https://r.example/",
      alert_group_id: "id-1",
      depends_on: [],
    });
    const www = (more: string) =>
      `${manifest}health_check_monitors:
  - { external_id: www, title: W, url: "https://w.example/", alert_group: oncall, depends_on: [${more}] }
  - { external_id: dns, title: D, url: "https://d.example/", alert_group: oncall, depends_on: [router] }
`;
    place.write("monitors.yaml", www("dns, router"));
    const { code, stdout } = await place.ctl(["apply"]);
    expect(code, stdout).toBe(0);
    expect(kept["health_check_monitors"]!.slice(1)).toMatchObject([
      { id: "id-2", external_id: "dns", depends_on: ["router"] },
      { id: "id-3", external_id: "www", depends_on: ["id-2", "router"] },
    ]);
    const again = await place.ctl(["apply"]);
    expect(again.stdout).toContain("Nothing to do");
    place.write("monitors.yaml", www("rooter"));
    const wrong = await place.ctl(["apply"]);
    expect(wrong.code).toBe(3);
    expect(wrong.stderr).toContain('did you mean "router"?');
  });

  test("is not sent fields that it does not know, which is said", async () => {
    const kept = answerBasically(api.answers, kinds);
    place.write(
      "monitors.yaml",
      `${manifest}health_check_monitors:
  - { external_id: www, title: W, url: "https://w.example/", alert_group: oncall, interval_seconds: 30 }
`,
    );
    const { stdout, code } = await place.ctl(["apply"]);
    expect(stdout).toContain(
      "! health_check_monitors www: this server has no interval_seconds; it was left out",
    );
    expect(code).toBe(0);
    expect(Object.keys(kept["health_check_monitors"]![0]!)).toEqual([
      "id",
      "title",
      "url",
      "alert_group_id",
      "staleness_threshold_minutes",
      "external_id",
    ]);
  });

  test("may fail on the way; what was done stays, and a second run goes on", async () => {
    const kept = answerBasically(api.answers, kinds);
    const works = api.answers["POST /webhook_monitors"]!;
    api.answers["POST /webhook_monitors"] = problem(503, "Busy.");
    const failed = await place.ctl(["apply"]);
    expect(failed.stderr).toContain(
      "webhook_monitors errors: Busy.\n1 change made before this one: what is done stays",
    );
    expect(failed.code).toBe(9);
    api.answers["POST /webhook_monitors"] = works;
    const { stdout, code } = await place.ctl(["apply"]);
    expect(stdout).toContain("1 created, 1 unchanged.");
    expect(code).toBe(0);
    expect(kept["alert_groups"]).toHaveLength(1);
  });

  test("takes no users, and knows itself who may be a member", async () => {
    answerBasically(api.answers, kinds);
    place.write("monitors.yaml", manifest.replace("ada@example.com", "zoe@elsewhere.org"));
    const unknown = await place.ctl(["apply"]);
    expect(unknown.stderr).toContain("No such user.");
    expect(unknown.code).toBe(3);
    place.write(
      "monitors.yaml",
      `${manifest}users: [{ external_id: ada, email: ada@example.com }]\n`,
    );
    const { stderr, code } = await place.ctl(["apply"]);
    expect(stderr).toContain("this server keeps no users");
    expect(code).toBe(3);
  });

  test("that has not even those is not the right address", async () => {
    answerBasically(api.answers, []);
    const { code, stderr } = await place.ctl(["apply"]);
    expect(stderr).toContain("There is no such route.");
    expect(code).toBe(3);
  });
});
