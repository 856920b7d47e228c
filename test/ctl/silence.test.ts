/** Quiet that is asked for, and the hours of members. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { SilenceCreate } from "../../src/api/silences.ts";
import * as answers from "../support/answers.ts";
import { startFakeApi, type FakeApi } from "./fake-api.ts";
import { newPlace, type Place } from "./run.ts";

// The clock of `typed` stands at 2026-11-21T03:00:00Z.
const id = "01a1fd62-3cab-7000-800c-9ded9fbb5d59";
const stored = answers.silence({ id });
const ada = answers.member();

let api: FakeApi;
let place: Place;
beforeEach(async () => {
  api = await startFakeApi({
    "GET /health_check_monitors": { body: [answers.health({ external_id: "shop" })] },
    "GET /webhook_monitors": { body: [] },
    "GET /alert_groups": { body: [answers.group({ external_id: "oncall" })] },
    "GET /users": { body: [answers.user({ external_id: "ada" })] },
    "GET /silences": {
      body: [
        { ...stored, monitor_id: "m1", until: "2026-11-21T05:00:00Z" },
        { ...stored, id: `${id.slice(0, -1)}8`, matchers: ["env=prod"] },
      ],
    },
    "POST /silences": ({ body }) => {
      const { by = "ada", ...fields } = body as SilenceCreate;
      return { status: 201, body: { ...stored, ...fields, created_by: by } };
    },
    [`PUT /silences/${id}`]: ({ body }) => ({ body: { ...stored, ...(body as object) } }),
    [`DELETE /silences/${id}`]: { body: { ...stored, status: "ended" } },
    "GET /alert_groups/g1/members": { body: [ada] },
    "PUT /alert_groups/g1/members/u1": ({ body }) => ({
      body: { ...ada, ...(body as object) },
    }),
  });
  place = newPlace({ MONITORCTL_URL: api.url, MONITORCTL_API_KEY: "mon_good" });
});
afterEach(async () => {
  place[Symbol.dispose]();
  await api[Symbol.asyncDispose]();
});
const ctl = (...args: string[]) => place.typed(args, "");
const add = (...args: string[]) => ctl("silence", "add", "--reason", "why", ...args);
const sent = (method: string) => api.asked.find((asked) => asked.method === method)?.body;

describe("silence add", () => {
  test.each<[string[], object]>([
    [["--monitor", "hc/shop", "--for", "2h"], { monitor_id: "m1", until: "2026-11-21T05:00:00Z" }],
    [
      ["--group", "ag/oncall", "--from", "1h", "--for", "30m", "--by", "Ada"],
      {
        alert_group_id: "g1",
        from: "2026-11-21T04:00:00Z",
        until: "2026-11-21T04:30:00Z",
        by: "Ada",
      },
    ],
    [
      ["--match", "env=prod", "--match", "host!=db-*", "--until-recovered"],
      { matchers: ["env=prod", "host!=db-*"], until_recovered: true },
    ],
    [
      ["--everything", "--until", "2026-12-31T18:00:00Z"],
      {
        until: "2026-12-31T18:00:00Z",
      },
    ],
    [
      ["--group", "oncall", "--cron", "0 2 * * SUN", "--duration", "1h"],
      { alert_group_id: "g1", cron: "0 2 * * SUN", duration_minutes: 60 },
    ],
    [
      ["--project", "shop", "--for", "2h"],
      { source_ids: ["g1", "m1"], until: "2026-11-21T05:00:00Z" },
    ],
  ])("%j sends what was meant", async (args, body) => {
    const { code, stdout, stderr } = await add(...args);
    expect([code, stderr]).toEqual([0, ""]);
    expect(sent("POST")).toEqual({ ...body, reason: "why" });
    expect(stdout).toContain(`monitorctl silence end ${id}`);
  });

  test.each([
    [["--for", "2h"], "say what to silence"],
    [["--monitor", "hc/shop"], "no duration given"],
    [["--everything", "--group", "oncall", "--for", "1h"], "nothing to narrow"],
    [["--everything", "--project", "shop", "--for", "1h"], "nothing to narrow"],
    [["--group", "oncall", "--cron", "@weekly"], "--cron needs --duration"],
    [["--group", "oncall", "--for", "1h", "--duration", "1h"], "--cron is not"],
    [["--group", "oncall", "--until", "soon"], "neither a date nor a duration"],
    [["--group", "oncall", "--for", "1h", "--until", "2h"], "cannot be used"],
  ])("%j is refused before anything is sent", async (args, said) => {
    const { code, stderr } = await add(...args);
    expect(code).toBe(3);
    expect(stderr).toContain(said);
    expect(sent("POST")).toBeUndefined();
  });

  test("says in names what is quiet", async () => {
    const { stdout } = await add("--monitor", "shop", "--for", "2h");
    expect(stdout).toContain("silenced: hc/shop, until 2026-11-21T05:00:00Z (why)\n");
  });
});

test("silence list shows what, when, who and why", async () => {
  const { stdout } = await ctl("silence", "list");
  expect(api.asked[0]!.path).toBe("/silences?current=true");
  expect(stdout.split("\n")[1]).toMatch(
    /active {2}hc\/shop +until 2026-11-21T05:00:00Z +ada +why$/,
  );
  expect(stdout).toContain("env=prod  until somebody ends it");
});

test("a silence that has not begun says scheduled, and when it begins", async () => {
  const begins_at = "2026-11-22T02:00:00Z";
  const weekly = { cron: "0 2 * * SUN", duration_minutes: 60, until: null };
  api.answers["GET /silences"] = {
    body: [
      { ...stored, ...weekly, alert_group_id: "g1", status: "scheduled", begins_at },
      { ...stored, status: "scheduled", from: begins_at, begins_at, source_ids: ["m1", "g1"] },
      { ...stored, source_ids: ["m1", "g1", "a", "b"] },
    ],
  };
  const { stdout } = await ctl("silence", "list");
  const [, first, second, third] = stdout.split("\n");
  expect(first).toMatch(
    /scheduled {2}ag\/oncall +60 min at each "0 2 \* \* SUN" \(UTC\), next 2026-11-22T02:00:00Z/,
  );
  expect(second).toMatch(/scheduled {2}hc\/shop ag\/oncall +from 2026-11-22T02:00:00Z/);
  expect(third).toMatch(/active +4 monitors and groups/);
});

test("a project without monitors is not silenced", async () => {
  for (const kind of ["health_check_monitors", "alert_groups"] as const)
    api.answers[`GET /${kind}`] = { body: [] };
  const { code, stderr } = await add("--project", "shop", "--for", "2h");
  expect([code, sent("POST")]).toEqual([3, undefined]);
  expect(stderr).toContain('no monitor and no alert group belongs to a project "shop"');
});

test("silence end takes an id or its end, and only when all are known", async () => {
  expect((await ctl("silence", "end", "5d59", "nothing")).code).toBe(3);
  expect((await ctl("silence", "end", "5d5")).code).toBe(3);
  expect(api.asked.some(({ method }) => method === "DELETE")).toBe(false);
  const { code, stdout } = await ctl("silence", "end", "5d59");
  expect(code).toBe(0);
  expect(stdout).toContain("ended: everything");
});

describe("members add and remove", () => {
  test("change only those that are not so already, and name the project of the group", async () => {
    api.answers["GET /users"] = {
      body: [
        answers.user({ external_id: "ada" }),
        answers.user({ id: "u2", external_id: "bo", email: "bo@example.com", name: "Bo" }),
      ],
    };
    api.answers["GET /alert_groups"] = {
      body: [answers.group({ external_id: "oncall", project: "shop" })],
    };
    api.answers["POST /alert_groups/g1/members"] = { status: 201, body: ada };
    api.answers["DELETE /alert_groups/g1/members/u1"] = { status: 204 };
    const added = await ctl("members", "add", "ag/oncall", "ada", "bo@example.com");
    expect(added.stdout).toBe('✓ Ada is a member already of "On call"\n✓ Bo added to "On call"\n');
    expect(added.stderr).toContain("Project shop declares the group");
    expect(sent("POST")).toEqual({ email: "bo@example.com" });
    const removed = await ctl("members", "remove", "oncall", "bo", "ada");
    expect(removed.stdout).toBe(
      '✓ Bo is not a member of "On call"\n✓ Ada removed from "On call"\n',
    );
    expect(api.asked.filter(({ method }) => method === "DELETE")).toHaveLength(1);
    expect((await ctl("members", "remove", "oncall", "ada", "nobody")).code).toBe(3);
    expect(api.asked.filter(({ method }) => method === "DELETE")).toHaveLength(1);
  });

  test("one request gives rules of their own to new members and to those of before", async () => {
    api.answers["POST /alert_groups/g1/members"] = ({ body }) => ({
      status: 200,
      body: { ...ada, ...(body as object) },
    });
    const rules = ["--hours", "08:00-18:00", "--timezone", "Europe/Berlin", "--priority", "2"];
    const { stdout } = await ctl("members", "add", "oncall", "ada", ...rules);
    expect(sent("POST")).toEqual({
      email: "ada@example.com",
      contact_hours_all_day: false,
      contact_hours_from: "08:00:00",
      contact_hours_to: "18:00:00",
      timezone: "Europe/Berlin",
      minimum_priority: 2,
    });
    expect(stdout).toContain(
      'Ada is a member already of "On call", notified: 08:00-18:00, Europe/Berlin, priority 2 and higher',
    );
    expect(sent("PUT")).toBeUndefined();
    const wrong = await ctl("members", "add", "oncall", "ada", "--hours", "8-18");
    expect([wrong.code, wrong.stderr.includes("is not a range of hours")]).toEqual([3, true]);
  });
});

describe("members set", () => {
  const own = { contact_hours_from: null, contact_hours_to: null };
  test.each<[string[], object, string]>([
    [["--priority", "1"], { minimum_priority: 1 }, "priority 1 alone"],
    [
      ["--hours", "08:00-18:00", "--days", "mon-fri"],
      {
        contact_hours_all_day: false,
        contact_hours_from: "08:00:00",
        contact_hours_to: "18:00:00",
        contact_days: [1, 2, 3, 4, 5],
      },
      "mon-fri, 08:00-18:00",
    ],
    [["--days", "fri-mon,wed"], { contact_days: [0, 1, 3, 5, 6] }, "mon, wed"],
    [["--days", "all"], { contact_days: [0, 1, 2, 3, 4, 5, 6] }, "every day"],
    [["--hours", "always"], { contact_hours_all_day: true, ...own }, "around the clock"],
    [
      ["--hours", "group", "--days", "group", "--timezone", "group"],
      {
        contact_hours_all_day: null,
        ...own,
        contact_days: null,
        timezone: null,
      },
      "by the rules of the group",
    ],
  ])("%j", async (args, body, said) => {
    const { stdout } = await ctl("members", "set", "oncall", "ada", ...args);
    expect(sent("PUT")).toEqual(body);
    expect(stdout).toContain(said);
  });

  test.each([
    [[], "nothing to set"],
    [["--hours", "8-18"], "is not a range of hours"],
    [["--days", "mo-fr"], "names no days"],
    [["--priority", "4"], "is not a priority"],
  ])("%j is refused", async (args, said) => {
    const { code, stderr } = await ctl("members", "set", "oncall", "ada", ...args);
    expect(code).toBe(3);
    expect(stderr).toContain(said);
  });

  test("of somebody who is no member says so", async () => {
    api.answers["GET /alert_groups/g1/members"] = { body: [] };
    const { code, stderr } = await ctl("members", "set", "oncall", "ada", "--priority", "1");
    expect(code).toBe(3);
    expect(stderr).toContain("ada@example.com is not a member");
  });
});

test("silence edit corrects the reason, by the end of an id", async () => {
  const { stdout } = await ctl("silence", "edit", id.slice(-6), "--reason", "new disks");
  expect(stdout).toContain("(new disks)");
  expect(sent("PUT")).toEqual({ reason: "new disks" });
  const json = await ctl("silence", "edit", id, "--reason", "new disks", "-o", "json");
  expect(JSON.parse(json.stdout)).toMatchObject({ id, reason: "new disks" });
  expect((await ctl("silence", "edit", "nothing", "--reason", "x")).code).toBe(3);
});
