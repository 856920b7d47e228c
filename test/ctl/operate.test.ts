/** The commands that look and answer, against a server that answers what it is told to. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as answers from "../support/answers.ts";
import { problem, startFakeApi, type FakeApi } from "./fake-api.ts";
import { newPlace, type Place } from "./run.ts";

const shop = answers.health({
  url: "https://shop.example/health",
  status: "down",
  status_reason: "Database: no answer",
  checks_total: 2,
  checks_passing: 1,
  last_results: [
    {
      name: "db",
      label: "Database",
      status: "failed",
      notificationMessage: "no answer",
      shortSummary: null,
      meta: null,
    },
    {
      name: "cache",
      label: null,
      status: "ok",
      notificationMessage: "",
      shortSummary: "warm",
      meta: null,
    },
  ],
  external_id: "shop",
});
const errors = answers.webhook({
  error_rate_threshold: 5,
  error_rate_window_minutes: 10,
  errors_in_window: 2,
  external_id: "errors",
});
const group = answers.group({ external_id: "oncall" });
const ada = answers.user();
const incident = answers.incident({
  id: "i7",
  number: 7,
  status: "acknowledged",
  acknowledged_at: "2026-11-21T02:52:00Z",
  acknowledged_by: "Ada",
});
const detail = answers.incidentDetail({
  ...incident,
  timeline: [
    {
      id: "entry-1",
      at: "2026-11-21T02:50:00Z",
      kind: "opened",
      text: "Shop is down: Database: no answer",
      actor: null,
      user_id: null,
      public_state: null,
      edited_at: null,
    },
    {
      id: "entry-2",
      at: "2026-11-21T02:53:00Z",
      kind: "note",
      text: "looking\u001b[2J",
      actor: "Ada",
      user_id: null,
      public_state: null,
      edited_at: null,
    },
  ],
  people: [
    {
      user_id: "u1",
      name: "Ada",
      sent_at: "2026-11-21T02:50:00Z",
      accepted_at: "2026-11-21T02:50:01Z",
      answered_at: "2026-11-21T02:52:00Z",
      answered_verb: "acknowledge",
      answered_device_id: "d1",
      answered_device_name: "Pixel",
      not_reached: [],
    },
    {
      user_id: "gone",
      name: "Bo",
      sent_at: null,
      accepted_at: null,
      answered_at: null,
      answered_verb: null,
      answered_device_id: null,
      answered_device_name: null,
      not_reached: [{ device_id: "d2", name: null, reason: "no such topic" }],
    },
  ],
  notifications: [
    answers.notification(),
    answers.notification({
      id: "n2",
      user_id: "gone",
      device_id: "d2",
      state: "refused",
      delivered_at: null,
      last_error: "no such topic",
    }),
  ],
});

const changed = (time: string, status: string, reason: string | null) => ({
  monitor_id: "m1",
  kind: "health_check_monitors",
  external_id: "shop",
  title: "Shop",
  at: `2026-11-21T${time}Z`,
  status,
  reason,
});

let api: FakeApi;
let place: Place;
beforeEach(async () => {
  api = await startFakeApi({
    "GET /health_check_monitors": { body: [shop] },
    "GET /health_check_monitors/m1": { body: shop },
    "GET /health_check_monitors/m1/history": {
      body: [{ at: "2026-11-21T02:50:00Z", status: "down", reason: "no answer" }],
    },
    "GET /webhook_monitors": () => ({
      body: [{ ...errors, webhook_url: `${api.url}/hook` }],
    }),
    "GET /webhook_monitors/w1": () => ({
      body: { ...errors, webhook_url: `${api.url}/hook` },
    }),
    "GET /webhook_monitors/w1/history": { body: [] },
    "GET /alert_groups": { body: [group] },
    "GET /alert_groups/g1": { body: group },
    "GET /alert_groups/g1/members": { body: [] },
    "GET /users": { body: [ada] },
    "GET /users/u1/devices": { body: [] },
    "GET /incidents": { body: [incident] },
    "GET /incidents/7": { body: detail },
    "GET /incidents/i7": { body: detail },
    "GET /monitors/changes": { body: [changed("02:50:00", "down", "no answer")] },
    "GET /incidents/timeline": {
      body: detail.timeline.map((entry) => ({ incident_id: "i7", number: 7, ...entry })),
    },
    "POST /hook": { status: 202, body: { accepted: 1 } },
  });
  place = newPlace({ MONITORCTL_URL: api.url, MONITORCTL_API_KEY: "mon_good" });
});
afterEach(async () => {
  place[Symbol.dispose]();
  await api[Symbol.asyncDispose]();
});
const typed = (...args: string[]) => place.typed(args, "");
const sent = () =>
  api.asked
    .filter(({ method }) => method !== "GET")
    .map(({ method, path, body }) => [`${method} ${path}`, body]);
/** Ends what has no end after so many looks. */
const looks = (count: number, between: (look: number) => void = () => {}) => {
  let look = 0;
  return {
    sleep: async () => {
      look += 1;
      between(look);
      if (look === count) throw new Error("enough");
    },
  };
};

describe("get", () => {
  test("answers the fields that were named", async () => {
    const some = await typed("get", "hc", "--json", "external_id,status");
    expect(JSON.parse(some.stdout)).toEqual([{ external_id: "shop", status: "down" }]);
    const one = await typed("get", "hc/shop", "--json", "url");
    expect(JSON.parse(one.stdout)).toEqual({ url: shop.url });
    const known = await typed("get", "hc", "--json", "?");
    expect(known.stdout).toMatch(/^status$/m);
    const wrong = await typed("get", "hc", "--json", "stats");
    expect(wrong.code).toBe(3);
    expect(JSON.parse(wrong.stdout).error.message).toContain('did you mean "status"?');
  });

  test("is a line for each with -o jsonl, and more with -o wide", async () => {
    const { stdout } = await typed("get", "hc", "-o", "jsonl");
    expect(stdout.trimEnd().split("\n")).toHaveLength(1);
    expect(JSON.parse(stdout)).toEqual(shop);
    expect((await typed("get", "wh")).stdout).not.toContain("/hook");
    expect((await typed("get", "wh", "-o", "wide")).stdout).toContain("/hook");
  });

  test("takes several, and says which one there is not", async () => {
    api.answers["GET /health_check_monitors"] = {
      body: [shop, { ...shop, id: "m2", external_id: "api", title: "Api" }],
    };
    const both = await typed("get", "hc", "api", "shop", "-o", "name");
    expect(both.stdout).toBe("health_check_monitors/api\nhealth_check_monitors/shop\n");
    const wrong = await typed("get", "hc", "shpo");
    expect(wrong.code).toBe(3);
    expect(wrong.stderr).toContain('did you mean "shop"?');
  });

  test("fits the terminal: an address that would be cut is left out, and is in a wide table", async () => {
    const { stdout } = await place.typed(["get", "hc"], "", { columns: 64 });
    expect(stdout).toBe(
      "EXTERNAL ID  TITLE  STATUS  CHECKS  CHECKED\nshop         Shop   down    1/2     30 s ago\n",
    );
    const wide = await place.typed(["get", "hc", "-o", "wide"], "", { columns: 64 });
    expect(wide.stdout).toMatch(/URL\n.* https:\/\/shop.example\/health\n$/);
  });

  test("--watch redraws on a terminal", async () => {
    const { stdout } = await place.typed(["get", "hc", "-w"], "", looks(2));
    expect(stdout.split("\u001b[H\u001b[2J")).toHaveLength(3);
  });

  test("--watch says each change once where nobody looks", async () => {
    const { stdout } = await place.typed(
      ["get", "hc", "-w", "-o", "jsonl"],
      "",
      looks(3, (look) => {
        const status = look === 2 ? "up" : "down";
        api.answers["GET /health_check_monitors"] = {
          body: [{ ...shop, status, checked_at: `2026-11-21T03:00:0${look}Z` }],
        };
      }),
    );
    expect(
      stdout
        .trimEnd()
        .split("\n")
        .map((line) => (JSON.parse(line) as { status: string }).status),
    ).toEqual(["down", "up"]);
    const json = await typed("get", "hc", "-w", "-o", "json");
    expect(json.code).toBe(3);
  });
});

describe("describe", () => {
  test("shows fields, sub-checks, incident and history", async () => {
    const { code, stdout } = await typed("describe", "hc/shop");
    expect(code).toBe(0);
    expect(stdout).toBe(`hc/shop  Shop
✗ down: Database: no answer

  alert_group                  ag/oncall
  id                           m1
  expect                       health
  staleness_threshold_minutes  10
  interval_seconds             60
  timeout_seconds              10
  ip_version                   any
  redirects_allowed            10
  invert                       false
  fetch_retries                1
  confirmations                1
  detect_flapping              true
  protect                      false
  url                          https://shop.example/health
  checks_total                 2
  checks_passing               1
  checked_at                   2026-11-21T02:59:30Z (30 s ago)
  last_report_at               2026-11-21T02:59:30Z (30 s ago)
  finished_at                  2026-11-21T02:59:29Z (31 s ago)
  next_check_at                2026-11-21T03:00:30Z
  inserted_at                  2026-11-20T00:00:00Z (27 h ago)
  updated_at                   2026-11-20T00:00:00Z (27 h ago)

Sub-checks
  ✗  Database  failed  no answer
  ✓  cache     ok      warm

Unresolved incidents
INCIDENT  STATUS               PRIORITY  OPENED      REACHED  TITLE         SUMMARY
#7        acknowledged by Ada  1         10 min ago  nobody   Shop is down  Database: no answer

History
  2026-11-21T02:50:00Z  down  no answer
`);
  });

  test("says beside the status that a monitor flaps, as get does", async () => {
    const flapping_since = "2026-11-21T02:30:00Z";
    api.answers["GET /health_check_monitors"] = {
      body: [{ ...shop, flapping_since }],
    };
    api.answers["GET /health_check_monitors/m1"] = {
      body: { ...shop, flapping_since },
    };
    const { stdout } = await typed("describe", "hc/shop");
    expect(stdout).toContain("✗ down, flapping: Database: no answer\n");
    expect(stdout).toMatch(/flapping_since +2026-11-21T02:30:00Z \(30 min ago\)/);
    expect((await typed("get", "hc")).stdout).toContain("down, flapping");
  });

  test("says what a monitor depends on and how that is, by name", async () => {
    const router = { ...shop, id: "m2", external_id: "router", status: "down" };
    api.answers["GET /health_check_monitors/m2"] = { body: router };
    api.answers["GET /health_check_monitors"] = {
      body: [
        {
          ...shop,
          status_reason: 'Suppressed: dependency "Router" is down.',
          depends_on: ["m2"],
          withheld_since: "2026-11-21T02:50:00Z",
          withheld_by: ["m2"],
        },
      ],
    };
    const { stdout } = await typed("describe", "hc/shop");
    expect(stdout).toContain('✗ down: Suppressed: dependency "Router" is down.\n');
    expect(stdout).toMatch(/^ {2}depends_on +hc\/router \(down\)$/m);
    expect(stdout).toMatch(/withheld_since +2026-11-21T02:50:00Z \(10 min ago\)/);
    expect(stdout).not.toContain("m2");
  });

  test("shows a webhook URL only when it is asked for", async () => {
    for (const format of ["text", "json", "yaml"]) {
      const args = ["describe", "wh/errors", "-o", format];
      expect((await typed(...args)).stdout).not.toMatch(/hook"?$|s3cret/m);
      expect((await typed(...args, "--show-url")).stdout).toContain("/hook");
    }
  });

  test("says that nobody is in a group, and takes a bare name", async () => {
    const { stdout } = await typed("describe", "oncall");
    expect(stdout).toContain("ag/oncall  On call\n");
    expect(stdout).toContain("Nobody is in this group.");
    expect((await typed("describe", "user/ada@example.com")).stdout).toContain("user/u1  Ada");
  });

  test("asks which one is meant when a name is of two", async () => {
    api.answers["GET /webhook_monitors"] = {
      body: [{ ...errors, external_id: "shop" }],
    };
    const { code, stderr } = await typed("describe", "shop");
    expect(code).toBe(3);
    expect(stderr).toContain('"shop" may be hc/shop or wh/shop');
  });
});

describe("incidents", () => {
  test("of a group and a time are asked for as such", async () => {
    const { stdout } = await typed("incidents", "--since", "24h", "--group", "oncall");
    expect(stdout).toContain("#7");
    expect(api.asked.at(-1)?.path).toBe(
      "/incidents?since=2026-11-20T03%3A00%3A00Z&alert_group_id=g1&order=desc",
    );
    const { code, stderr } = await typed("incidents", "--since", "soon");
    expect([code, stderr]).toEqual([
      3,
      "error[usage] --since soon is neither a duration nor a date\n  try: for example --since 24h or --since 2026-11-21T03:00:00Z\n",
    ]);
  });

  test("one shows what happened, and who was told", async () => {
    const { stdout } = await typed("incident", "#7");
    expect(stdout).toBe(`#7 acknowledged  Shop is down

  reached       Nobody was notified: the alert group had nobody to page
  summary       Database: no answer
  priority      1
  alert group   On call (ag/oncall)
  opened        2026-11-21T02:50:00Z (10 min ago)
  acknowledged  2026-11-21T02:52:00Z by Ada

Timeline
  2026-11-21T02:50:00Z  opened  Shop is down: Database: no answer
  2026-11-21T02:53:00Z  note    Ada: looking\ufffd[2J

People
  Ada  sent 2026-11-21T02:50:00Z, accepted 2026-11-21T02:50:01Z, answered 2026-11-21T02:52:00Z (acknowledged on Pixel)
  Bo   not sent yet, a device is unreachable: no such topic

Notifications
  ✓  opened  delivered  Ada   2026-11-21T02:50:01Z
  ✗  opened  refused    gone  -                     no such topic

Resolve: monitorctl resolve 7 --reason TEXT
`);
    expect((await typed("describe", "incident/7")).stdout).toBe(stdout);
    const { stdout: json } = await typed("incident", "7", "-o", "json");
    expect(JSON.parse(json)).toEqual(detail);
  });

  test("are given back, ended with a reason, and noted", async () => {
    api.answers["POST /incidents/7/unacknowledge"] = {
      body: { ...incident, status: "open", acknowledged_by: null },
    };
    api.answers["POST /incidents/7/resolve"] = {
      body: { ...incident, status: "resolved" },
    };
    api.answers["POST /incidents/7/notes"] = { body: incident };
    api.answers["POST /incidents/7/publish"] = { body: incident };
    api.answers["POST /incidents/7/unpublish"] = { body: incident };
    expect((await typed("unack", "7", "--by", "Grace")).stdout).toBe(
      "✓ #7 Shop is down: open again\n",
    );
    expect((await typed("resolve", "7", "--reason", "rolled back")).stdout).toBe(
      "✓ #7 Shop is down: resolved\n",
    );
    expect((await typed("note", "7", "the", "replica")).stdout).toBe("✓ #7 Shop is down: noted\n");
    await place.typed(["note", "7", "-"], "from the log\n");
    expect((await typed("publish", "7", "--title", "Orders", "we", "look")).stdout).toBe(
      "✓ #7 Shop is down: published\n",
    );
    expect((await typed("publish", "7", " ")).code).toBe(3);
    api.answers["POST /incidents/7/publish"] = problem(409, "The group has no page.");
    const { code, stderr } = await typed("publish", "7", "we", "look");
    expect([code, stderr]).toEqual([5, expect.stringContaining("add a system for it")]);
    api.answers["POST /incidents/7/publish"] = { body: incident };
    expect((await typed("unpublish", "7", "--by", "Ada")).stdout).toBe(
      "✓ #7 Shop is down: taken off the status pages\n",
    );
    expect(sent()).toEqual([
      ["POST /incidents/7/unacknowledge", { by: "Grace" }],
      ["POST /incidents/7/resolve", { reason: "rolled back" }],
      ["POST /incidents/7/notes", { text: "the replica" }],
      ["POST /incidents/7/notes", { text: "from the log" }],
      ["POST /incidents/7/publish", { message: "we look", title: "Orders" }],
      ["POST /incidents/7/publish", { message: "we look" }],
      ["POST /incidents/7/unpublish", { by: "Ada" }],
    ]);
  });
});

describe("the people on call", () => {
  const shift = {
    schedule_id: "s1",
    user_id: "u1",
    name: "Ada",
    from: "2026-11-21T03:00:00Z",
    until: "2026-11-21T06:00:00Z",
    by: "s1",
    because: "take",
    override_id: "o1",
    instead_of_user_id: null,
  };
  const override = {
    id: "o1",
    schedule_id: "s1",
    mode: "take",
    user_id: "u1",
    instead_of_user_id: null,
    from: shift.from,
    until: shift.until,
    reason: null,
    created_by: "ci",
    inserted_at: shift.from,
  };
  beforeEach(() => {
    api.answers["GET /users"] = { body: [ada] };
    api.answers["GET /schedules"] = {
      body: [answers.schedule({ id: "s1", external_id: "primary", timezone: "Europe/Berlin" })],
    };
  });

  test("are changed for a time, and told what comes of it", async () => {
    const body = { overrides: [override], shifts: [shift], warnings: ["Ada has an absence."] };
    for (const path of ["/schedules/s1/overrides", "/schedules/s1/swap", "/users/u1/absences"])
      api.answers[`POST ${path}`] = { status: 201, body };
    api.answers["DELETE /overrides/o1"] = { status: 204 };
    const email = "ada@example.com";
    const { stdout: dry } = await typed(
      "oncall",
      "take",
      "primary",
      email,
      "--for",
      "3h",
      "--dry-run",
    );
    expect(dry).toContain("Nothing is stored. It would be:\n");
    expect(dry).not.toContain("oncall end");
    api.asked.length = 0;
    const { stdout } = await typed("oncall", "take", "primary", email, "--for", "3h");
    expect(stdout).toContain("Ada has an absence.");
    expect(stdout).toContain("Sat 21 Nov 04:00  Sat 21 Nov 07:00  Ada     taken");
    expect(stdout).toContain("monitorctl oncall end o1");
    const dates = ["--from", "2026-12-01", "--until", "2026-12-03"];
    await typed("oncall", "join", "primary", email, ...dates, "--reason", "shadowing");
    await typed("oncall", "cover", "primary", email, email, ...dates);
    await typed("oncall", "swap", "primary", `${email}@2026-11-30`, `${email}@2026-12-14`);
    // Dates are those of the schedules in which the person takes turns.
    const away = await typed("oncall", "away", email, "2026-12-20", "2027-01-03");
    expect(away.stdout).toMatch(/^SCHEDULE +FROM +UNTIL +PERSON\nprimary +Sat 21 Nov 04:00 /m);
    expect((await typed("oncall", "end", "o1")).stdout).toBe("✓ o1 is ended\n");
    expect((await typed("oncall", "take", "primary", email)).code).toBe(3);
    expect((await typed("oncall", "swap", "primary", email, email)).code).toBe(3);
    const berlin = { from: "2026-11-30T23:00:00Z", until: "2026-12-02T23:00:00Z" };
    expect(sent()).toEqual([
      [
        "POST /schedules/s1/overrides",
        {
          mode: "take",
          user_id: "u1",
          from: "2026-11-21T03:00:00Z",
          until: "2026-11-21T06:00:00Z",
        },
      ],
      [
        "POST /schedules/s1/overrides",
        { mode: "join", user_id: "u1", ...berlin, reason: "shadowing" },
      ],
      [
        "POST /schedules/s1/overrides",
        { mode: "cover", user_id: "u1", instead_of_user_id: "u1", ...berlin },
      ],
      [
        "POST /schedules/s1/swap",
        {
          user_id: "u1",
          at: "2026-11-29T23:00:00Z",
          with_user_id: "u1",
          with_at: "2026-12-13T23:00:00Z",
        },
      ],
      ["POST /users/u1/absences", { from: "2026-12-19T23:00:00Z", until: "2027-01-02T23:00:00Z" }],
      ["DELETE /overrides/o1", undefined],
    ]);
  });
});

describe("schedules", () => {
  const override = {
    id: "o1",
    schedule_id: "s1",
    mode: "cover",
    user_id: "u1",
    instead_of_user_id: "gone",
    from: "2026-12-01T18:00:00Z",
    until: "2026-12-01T22:00:00Z",
    reason: "dentist",
    created_by: "ci",
    inserted_at: "2026-11-21T03:00:00Z",
  };
  const person = { user_id: "u1", email: ada.email, name: ada.name };
  const until = "2026-11-23T08:00:00Z";
  const primary = answers.schedule({
    external_id: "primary",
    timezone: "Europe/Berlin",
    people: ["u1", "gone"],
    on_call: [{ ...person, until, confirmed_at: null }],
    next: { ...person, from: until },
  });
  beforeEach(() => {
    api.answers["GET /schedules"] = { body: [primary] };
    api.answers["GET /schedules/s1"] = { body: primary };
  });

  test("are described by the names of their people, with the overrides to end", async () => {
    api.answers["GET /schedules/s1/overrides"] = { body: [override] };
    const { stdout } = await typed("describe", "sched/primary");
    expect(stdout).toMatch(/^ {2}people +Ada, gone$/m);
    expect(stdout).toMatch(/^ {2}on_call +Ada until 2026-11-23T08:00:00Z$/m);
    expect(stdout).toMatch(/^ {2}next +Ada from 2026-11-23T08:00:00Z$/m);
    expect(stdout).toMatch(
      /^Overrides\n {2}cover {2}Ada {2}for gone {2}2026-12-01T18:00:00Z {2}\S+ {2}o1 {2}dentist$/m,
    );
    api.answers["GET /schedules/s1"] = { body: { ...primary, on_call: [], next: null } };
    api.answers["GET /schedules"] = { body: [{ ...primary, on_call: [], next: null }] };
    api.answers["GET /schedules/s1/overrides"] = { body: [] };
    expect((await typed("describe", "sched/primary")).stdout).toMatch(/^ {2}on_call +nobody$/m);
  });

  test("are part of a group, and absences of a user", async () => {
    const part = answers.groupSchedule({ turn: "next" });
    api.answers["GET /alert_groups/g1/schedules"] = { body: [part] };
    const group = await typed("describe", "ag/oncall");
    expect(group.stdout).toMatch(/^Schedules\n {2}Primary {2}next on call$/m);
    expect(group.stdout).not.toContain("Nobody is in this group.");
    const away = { ...override, mode: "away", schedule_id: null, instead_of_user_id: null };
    api.answers["GET /users/u1/absences"] = { body: [away] };
    const user = await typed("describe", "user/ada@example.com");
    expect(user.stdout).toMatch(/^Absences\n +2026-12-01T18:00:00Z {2}\S+ {2}o1 {2}dentist$/m);
  });

  test("are reported in formats that no other command of their family prints", async () => {
    const { from, until } = override;
    api.answers["GET /reports/on_call"] = { body: { from, until, schedules: [], people: [] } };
    expect((await typed("oncall", "report", "-o", "csv")).stdout).toMatch(/^schedule_id,schedule,/);
    expect((await typed("oncall", "report", "-o", "json")).stdout).toContain('"people": []');
    api.answers["GET /on_call"] = { body: [] };
    expect((await typed("oncall", "-o", "csv")).stdout).toMatch(/^schedule_id,schedule,/);
    api.answers["GET /schedules/s1/shifts"] = { body: [] };
    const week = await typed("oncall", "primary", "--week", "-o", "csv");
    expect(week.stdout).toMatch(/^schedule_id,schedule,/);
    for (const [words, formats] of [
      [["oncall", "-o", "md"], "text, json, csv"],
      [["oncall", "take", "primary", "ada", "--for", "1h", "-o", "csv"], "text, json"],
    ] as const) {
      const { code, stderr } = await typed(...words);
      expect([code, stderr]).toEqual([3, expect.stringContaining(`choices are ${formats}.`)]);
    }
  });

  test("are shown from the midnight of a date on, in their own zone", async () => {
    api.answers["GET /on_call"] = { body: [] };
    api.answers["GET /schedules/s1/shifts"] = { body: [] };
    await typed("oncall", "primary", "--week", "--at", "2026-12-21");
    expect(api.asked.at(-1)!.path).toBe(
      "/schedules/s1/shifts?from=2026-12-20T23%3A00%3A00Z&until=2026-12-27T23%3A00%3A00Z",
    );
  });
});

describe("incidents that go to others", () => {
  test("are snoozed, and those of a group answered in one request", async () => {
    api.answers["GET /incidents/7"] = { body: { ...detail, status: "open" } };
    api.answers["POST /incidents/7/acknowledge"] = {
      body: { ...incident, snoozed_until: "2026-11-21T04:00:00Z" },
    };
    const acted = ["i7 7 Shop", "i8 8 Blog"].map((text, at) => {
      const [id, number, name] = text.split(" ");
      return {
        id,
        number: Number(number),
        title: `${name} is down`,
        status: "acknowledged",
        changed: at === 0,
        acknowledged_by: "Ada",
        snoozed_until: null,
        pages_again: null,
      };
    });
    api.answers["POST /incidents/acknowledge"] = { body: acted };
    api.answers["POST /incidents/resolve"] = { body: [] };
    expect((await typed("ack", "7", "--for", "1h")).stdout).toBe(
      "✓ #7 Shop is down: snoozed by Ada until 2026-11-21T04:00:00Z\n",
    );
    expect((await typed("ack", "--group", "oncall")).stdout).toBe(
      "✓ #7 Shop is down: acknowledged by Ada\n1 of 2 unresolved incidents changed.\n",
    );
    const { stdout } = await typed("ack", "--group", "oncall", "-o", "json");
    expect(JSON.parse(stdout)).toEqual(acted);
    expect((await typed("resolve", "--group", "oncall", "--reason", "done")).stdout).toBe(
      "No unresolved incident has changed.\n",
    );
    expect((await typed("ack", "7", "8")).stdout).toBe(
      "✓ #7 Shop is down: acknowledged by Ada\n✓ #8 Blog is down: was acknowledged by Ada already\n",
    );
    const chosen = ["--project", "shop", "--status", "open", "--match", "env=prod", "--monitor"];
    await typed("ack", ...chosen, "hc/shop", "--yes");
    expect((await typed("ack", "--all", "--dry-run")).stdout).toBe(
      "✓ #7 Shop is down: would change, is acknowledged\n1 of 2 unresolved incidents would change.\n",
    );
    // Named by its id.
    api.answers["GET /incidents/a7"] = { body: { ...detail, status: "open" } };
    await typed("ack", "a7", "--dry-run");
    expect((await typed("ack")).code).toBe(3);
    expect((await typed("ack", "--all", "--group", "oncall")).code).toBe(3);
    expect((await typed("ack", "7", "--group", "oncall")).code).toBe(3);
    const filter = { alert_group_id: "g1" };
    expect(sent()).toEqual([
      ["POST /incidents/7/acknowledge", { for_minutes: 60 }],
      ["POST /incidents/acknowledge", { filter, max: 20 }],
      ["POST /incidents/acknowledge", { filter }],
      ["POST /incidents/resolve", { filter, max: 20, reason: "done" }],
      ["POST /incidents/acknowledge", { numbers: [7, 8] }],
      [
        "POST /incidents/acknowledge",
        { filter: { source_id: shop.id, project: "shop", status: "open", matchers: ["env=prod"] } },
      ],
      ["POST /incidents/acknowledge", { filter: {}, dry_run: true }],
      ["POST /incidents/acknowledge", { numbers: [7], dry_run: true }],
    ]);
  });

  test("are asked about when there are many", async () => {
    const acted = Array.from({ length: 21 }, (_, at) => ({
      id: `i${at}`,
      number: at + 1,
      title: "Shop",
      status: "acknowledged",
      changed: true,
      acknowledged_by: "Ada",
      snoozed_until: null,
      pages_again: null,
    }));
    api.answers["POST /incidents/acknowledge"] = (request) =>
      (request.body as { max?: number }).max === undefined
        ? { body: acted }
        : problem(409, "21 incidents would change, and max is 20. Nothing was changed.");
    const answered = async (answer: string) => place.typed(["ack", "--all"], answer);
    expect(await answered("n\n")).toMatchObject({ code: 7 });
    const { code, stdout } = await answered("y\n");
    expect(code).toBe(0);
    expect(stdout).toContain("  … and 11 others\n21 of 21 unresolved incidents changed.\n");
    expect(sent().at(-1)).toEqual(["POST /incidents/acknowledge", { filter: {} }]);
  });

  test.each([
    ["acknowledged", "was acknowledged by Ada already, nobody was paged"],
    ["open", "paged at any hour already, no new page was sent"],
  ])("that are %s are not said to be paged when they are not", async (status, text) => {
    const same = { status, acknowledged_by: "Ada", any_hour_since: "2026-11-21T03:00:00Z" };
    api.answers["GET /incidents/7"] = { body: { ...detail, ...same } };
    api.answers["POST /incidents/7/page"] = { body: { ...incident, ...same } };
    expect((await typed("page", "7")).stdout).toBe(`✓ #7 Shop is down: ${text}\n`);
  });

  test("are handed over, and others asked to help", async () => {
    api.answers["GET /incidents/7"] = { body: detail };
    api.answers["GET /users"] = { body: [ada] };
    api.answers["POST /incidents/7/page"] = { body: { ...incident, responders: 2 } };
    api.answers["POST /incidents/7/hand-over"] = { body: incident };
    api.answers["GET /users/u1/devices"] = { body: [answers.device()] };
    expect(
      (await typed("page", "7", "--user", "ada@example.com", "--group", "oncall")).stdout,
    ).toBe("✓ #7 Shop is down: those asked to help are paged now, too\n");
    expect((await typed("hand-over", "7", "ada@example.com", "--by", "Grace")).stdout).toBe(
      "✓ #7 Shop is down: Ada is asked to take it over\n",
    );
    api.answers["GET /users/u1/devices"] = { body: [answers.device({ enabled: false })] };
    expect((await typed("hand-over", "7", "ada@example.com")).stdout).toBe(
      "✓ #7 Shop is down: Ada can take it over, but has no device to be notified on: tell them yourself\n",
    );
    expect((await typed("hand-over", "7", "--group", "oncall")).stdout).toBe(
      "✓ #7 Shop is down: handed over to On call, which is paged now\n",
    );
    expect((await typed("hand-over", "7")).code).toBe(3);
    expect((await typed("hand-over", "7", "ada@example.com", "--group", "oncall")).code).toBe(3);
    expect(sent()).toEqual([
      ["POST /incidents/7/page", { user_ids: ["u1"], alert_group_ids: ["g1"] }],
      ["POST /incidents/7/hand-over", { by: "Grace", user_id: "u1" }],
      ["POST /incidents/7/hand-over", { user_id: "u1" }],
      ["POST /incidents/7/hand-over", { alert_group_id: "g1" }],
    ]);
  });
});

describe("events", () => {
  test("are statuses and timelines, in the order in which they happened", async () => {
    const { stdout } = await typed("events", "hc/shop");
    expect(stdout.split("\n").map((line) => line.trimEnd())).toEqual([
      "AT                    SUBJECT               EVENT           TEXT",
      "2026-11-21T02:50:00Z  hc/shop               down            no answer",
      "2026-11-21T02:50:00Z  incident/7            opened          Shop is down: Database: no answer",
      "2026-11-21T02:53:00Z  incident/7            note            Ada: looking\ufffd[2J",
      "",
    ]);
    api.answers["GET /monitors/changes"] = { body: [] };
    api.answers["GET /incidents/timeline"] = { body: [] };
    const none = await typed("events", "--since", "1m");
    expect(none.stderr).toContain("Nothing happened since 2026-11-21T02:59Z");
  });

  test("are two requests, whatever they are of", async () => {
    const since = "since=2026-11-20T03%3A00%3A00Z";
    const asked = async (...args: string[]) => {
      api.asked.length = 0;
      await typed("events", ...args);
      return api.asked.slice(-2).map(({ path }) => path.replace("/api/v1", ""));
    };
    expect(await asked()).toEqual([`/monitors/changes?${since}`, `/incidents/timeline?${since}`]);
    expect(await asked("hc/shop")).toEqual([
      `/monitors/changes?monitor_id=m1&${since}`,
      `/incidents/timeline?source_id=m1&${since}`,
    ]);
    expect(await asked("--group", "oncall", "--project", "shop", "--since", "1h")).toEqual([
      "/monitors/changes?alert_group_id=g1&project=shop&since=2026-11-21T02%3A00%3A00Z",
      "/incidents/timeline?alert_group_id=g1&project=shop&since=2026-11-21T02%3A00%3A00Z",
    ]);
    expect((await asked("incident/7")).at(-1)).toBe("/incidents/timeline?incident_id=7");
  });

  test("--follow says what is new, once", async () => {
    const { stdout } = await place.typed(
      ["events", "hc/shop", "-f", "-o", "jsonl"],
      "",
      looks(4, (look) => {
        if (look === 2)
          api.answers["GET /monitors/changes"] = {
            body: [changed("02:50:00", "down", "no answer"), changed("03:00:04", "up", null)],
          };
      }),
    );
    const events = stdout
      .trimEnd()
      .split("\n")
      .map((line) => (JSON.parse(line) as { event: string }).event);
    expect(events).toEqual(["down", "opened", "note", "up"]);
    const [first, second] = api.asked.filter(({ path }) => path.includes("/monitors/changes"));
    expect(first!.path).toContain("since=2026-11-20T03%3A00%3A00Z");
    expect(second!.path).toContain("since=2026-11-21T02%3A52%3A00Z");
  });
});

describe("pause, resume and wait", () => {
  test("a pause ends by itself", async () => {
    const one = (paused_until: string | null) => ({
      id: "m1",
      kind: "health_check_monitors",
      external_id: "shop",
      title: "Shop",
      status: "down",
      paused_until,
      changed: true,
    });
    api.answers["POST /monitors/pause"] = ({ body }) => ({
      body: [one((body as { until: string | null }).until)],
    });
    api.answers["POST /monitors/resume"] = { body: [one(null)] };
    const paused = await typed("pause", "hc/shop", "--for", "1h30m");
    expect(paused.stdout).toBe("✓ hc/shop: paused until 2026-11-21T04:30:00Z\n");
    expect((await typed("resume", "shop")).stdout).toBe("✓ hc/shop: resumed (down)\n");
    const wrong = await typed("pause", "hc/shop", "--for", "-1h");
    expect(wrong.code).toBe(3);
    expect((await typed("pause", "ag/oncall")).code).toBe(3);
    expect(sent()[0]).toEqual([
      "POST /monitors/pause",
      { ids: ["m1"], until: "2026-11-21T04:30:00Z" },
    ]);
  });

  test.each([
    [["hc/shop", "--for", "down"], 0, "✓ hc/shop: down: Database: no answer\n"],
    [["hc/shop", "--for", "first-result"], 0, /✓ hc\/shop: down/],
    [["incident/7", "--for", "acked"], 0, "✓ #7: acknowledged: by Ada\n"],
    [["wh/errors", "--for", "quiet"], 0, "✓ wh/errors: quiet\n"],
    [["hc/shop", "--for", "up", "--timeout", "5"], 8, ""],
    [["wh/errors", "--for", "first-result", "--timeout", "5s"], 8, ""],
    [["incident/7", "--for", "resolved", "--timeout", "1m"], 8, ""],
    [["hc/shop", "--for", "firing"], 3, ""],
    [["hc/shop"], 3, ""],
  ])("wait %j ends with %d", async (args, expected, said) => {
    const { code, stdout } = await typed("wait", ...args);
    expect(code).toBe(expected);
    expect(stdout).toMatch(said);
  });

  test("says how it is when the time is over, and what it waits for until then", async () => {
    const { stderr } = await typed("wait", "hc/shop", "--for", "up", "--timeout", "3");
    expect(stderr).toContain("\r\u001b[Kwaiting for hc/shop to be up (down, 2 s)");
    expect(stderr).toContain(
      "error[not_yet] hc/shop was not up within 3 s; it is down: Database: no answer\n  try: monitorctl describe hc/shop, or wait longer with --timeout 10m\n",
    );
  });

  test("sees a monitor recover", async () => {
    const { code } = await place.typed(["wait", "shop", "--for", "up"], "", {
      sleep: async () => {
        api.answers["GET /health_check_monitors/m1"] = {
          body: { ...shop, status: "degraded" },
        };
      },
    });
    expect(code).toBe(0);
  });
});

describe("check run", () => {
  const outcome = answers.checkOutcome({
    status: "down",
    status_reason: "Database: no answer",
    http_status: 503,
    checks_total: 2,
    checks_passing: 1,
    results: shop.last_results,
  });

  test("shows what a check brings, and ends with 10 when it is down", async () => {
    api.answers["POST /health_check_monitors/m1/check"] = { body: outcome };
    const { code, stdout } = await typed("check", "run", "hc/shop");
    expect(code).toBe(10);
    expect(stdout).toBe(
      "✗ hc/shop down (HTTP 503, 12 ms): Database: no answer\n  ✗  Database  failed  no answer\n  ✓  cache     ok      warm\n",
    );
  });

  test("finds out that a URL is a page, watches it as one and says how it can report more", async () => {
    const own = (name: string, label: string, meta: object) => ({
      ...shop.last_results![1]!,
      name: `monitord.${name}`,
      label,
      shortSummary: "",
      meta,
    });
    api.answers["POST /checks"] = ({ body }) => ({
      body: answers.checkOutcome(
        (body as { expect?: string }).expect === "http"
          ? {
              status: "up",
              http_status: 200,
              results: [
                own("connection", "Connection", { address: "203.0.113.7:443", kept: false }),
                own("status", "Status", { http_status: 200, software: "PHP/8.3" }),
              ],
            }
          : {
              status: "down",
              status_reason: "Not a health report",
              proposal: { expect: "http", because: "answers 200 with HTML" },
            },
      ),
    });
    const { code, stdout } = await typed("check", "run", "https://a.example/");
    expect(stdout).toBe(`✓ https://a.example/ up (HTTP 200, 12 ms)
  ✓  Connection  ok
  ✓  Status      ok
  Address  203.0.113.7:443
  answers 200 with HTML: watched as a page with expect: http
  Instead of up or down, it can report sub-checks: examples/health-endpoint/php.php is an example in PHP.
`);
    expect(code).toBe(0);
    const asked = await typed("check", "run", "https://a.example/", "--expect", "health");
    expect(asked.code).toBe(10);
    expect(asked.stdout).toContain(
      "  answers 200 with HTML: watched as a page with expect: http\n",
    );
    expect(sent()).toEqual([
      ["POST /checks", { url: "https://a.example/" }],
      ["POST /checks", { url: "https://a.example/", expect: "http" }],
      ["POST /checks", { url: "https://a.example/", expect: "health" }],
    ]);
    expect((await typed("check", "run", "hc/shop", "--expect", "http")).code).toBe(3);
  });

  test("init finds out that a URL is a page, and declares it as one", async () => {
    using alone = newPlace(place.env);
    api.answers["POST /checks"] = ({ body }) => ({
      body: answers.checkOutcome(
        (body as { expect?: string }).expect === "http"
          ? { status: "up" }
          : { status: "down", proposal: { expect: "http", because: "answers 200 with HTML" } },
      ),
    });
    const page = await alone.inside(["init", "--health", "https://x.example/"]);
    expect(page.stdout).toContain(
      "https://x.example/ answers 200 with HTML: watched as a page.\nWrote monitors.yaml",
    );
    const written = readFileSync(join(alone.folder, "monitors.yaml"), "utf8");
    expect(written).toContain("    url: https://x.example/\n    expect: http #");
    expect((await alone.inside(["validate", "--strict"])).code).toBe(0);
  });

  test("takes a monitor from a file, with what the file says of it", async () => {
    api.answers["POST /checks"] = { body: { ...outcome, status: "up" } };
    place.write(
      "monitors.yaml",
      `version: 1
project: shop
alert_groups: [{ external_id: oncall, title: On call }]
health_check_monitors:
  - { external_id: a, title: A, url: "https://a.example/", alert_group: oncall }
  - { external_id: b, title: B, url: "https://b.example/", alert_group: oncall, timeout_seconds: 3 }
`,
    );
    const args = ["check", "run", "-f", "monitors.yaml"];
    const { code, stdout } = await typed(...args, "--only", "b", "-o", "json");
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject([{ name: "hc/b", status: "up" }]);
    expect(sent()).toEqual([
      ["POST /checks", { title: "B", url: "https://b.example/", timeout_seconds: 3 }],
    ]);
    const wrong = await typed(...args, "--only", "c");
    expect(wrong.stderr).toContain('declare no health check monitor "c"');
    expect((await typed("check", "run")).code).toBe(3);
  });
});

describe("inbound URLs", () => {
  test("are not for a key that can only read, which is said", async () => {
    const list = "GET /webhook_monitors";
    const before = api.answers[list];
    api.answers[list] = {
      body: [
        { ...errors, webhook_id: null, webhook_url: null, masked: ["webhook_id", "webhook_url"] },
      ],
    };
    const { code, stdout, stderr } = await typed("webhook", "url", "errors");
    expect([code, stdout]).toEqual([4, ""]);
    expect(stderr).toContain("this key does not see webhook URLs: its scopes do not include write");
    api.answers[list] = before!;
  });

  test("are printed alone, posted to, and renewed", async () => {
    expect((await typed("webhook", "url", "errors")).stdout).toBe(`${api.url}/hook\n`);
    const { stdout } = await typed("webhook", "send", "errors", "it", "broke");
    expect(stdout).toContain("✓ 1 report accepted.");
    place.write("alert.json", '{"alerts": []}');
    await typed("webhook", "send", "wh/errors", "--data", "@alert.json");
    api.answers["POST /webhook_monitors/w1/rotate_webhook"] = {
      body: { ...errors, webhook_url: "http://new.example/hook" },
    };
    const rotated = await typed("webhook", "rotate", "errors");
    expect(rotated.stdout).toBe("http://new.example/hook\n");
    expect(rotated.stderr).toContain("another 24 h");
    expect(sent()).toEqual([
      ["POST /hook", { message: "it broke", source: "monitorctl" }],
      ["POST /hook", { alerts: [] }],
      ["POST /webhook_monitors/w1/rotate_webhook", undefined],
    ]);
    // The URL is the secret: no key goes with it.
    const [hook] = api.asked.filter(({ path }) => path === "/hook");
    expect(hook?.authorization).toBeUndefined();
    expect((await typed("webhook", "url", "errors", "--ping")).stdout).toBe(
      "http://mon.example/ping/s3cret\n",
    );
    const id = "f17a5e0a-8f3c-4b5e-9d2c-6f0e4a1b7c3d";
    expect(
      (await typed("webhook", "url", `https://mon.example:8443/base/api/webhook/${id}`, "--sentry"))
        .stdout,
    ).toBe(`https://${id.replaceAll("-", "")}@mon.example:8443/base/1\n`);
    const ofPing = await typed("webhook", "url", "https://mon.example/ping/x", "--sentry");
    expect([ofPing.code, ofPing.stderr]).toEqual([3, expect.stringContaining("Sentry")]);
    api.answers["POST /alert_groups/g1/rotate_ping_key"] = {
      body: answers.group({ ping_url: "http://new.example/ping/k2" }),
    };
    const key = await typed("webhook", "rotate", "ag/oncall", "--ping-key");
    expect(key.stdout).toBe("http://new.example/ping/k2\n");
    expect((await typed("webhook", "send", "errors", "-d", "{")).code).toBe(3);
    expect((await typed("webhook", "send", "errors")).code).toBe(3);
  });

  test("keep deliveries, which are listed, shown and handled again", async () => {
    const event = {
      id: "e1",
      target_kind: "webhook_monitor",
      target_id: "w1",
      received_at: "2026-11-21T02:00:00Z",
      http_status: 422,
      reason: "message: is required",
      content_type: "application/json",
      body: '{"text":"x\\u001b[2J"}',
      format: null,
      accepted: 0,
      headers: { "user-agent": "curl/8" },
      size: 17,
      unauthenticated: false,
      replay_of: null,
      replayed_at: null,
    };
    api.answers["GET /inbound_events"] = { body: [event] };
    api.answers["GET /inbound_events/e1"] = { body: event };
    api.answers["POST /inbound_events/e1/replay"] = {
      status: 202,
      body: { accepted: 1 },
    };
    expect((await typed("inbound", "list", "errors")).stdout).toBe(
      "ID  RECEIVED  TARGET     ANSWER  FORMAT  REASON\ne1  1 h ago   wh/errors  422     -       message: is required\n",
    );
    expect(api.asked.some(({ path }) => path.includes("target_id=w1"))).toBe(true);
    const { stdout } = await typed("inbound", "show", "e1");
    expect(stdout).toContain("user-agent  curl/8");
    expect(stdout).toContain('"text": "x\\u001b[2J"');
    expect((await typed("inbound", "replay", "e1")).stdout).toBe(
      "✓ e1: replayed, 1 report accepted\n",
    );
    const forged = { accepted: 1, unauthenticated: true };
    api.answers["POST /inbound_events/e1/replay"] = { status: 202, body: forged };
    expect((await typed("inbound", "replay", "--unauthenticated", "e1")).stdout).toBe(
      "✓ e1: replayed, 1 report accepted; the sender was not authenticated\n",
    );
    expect(sent().at(-1)).toEqual([
      "POST /inbound_events/e1/replay",
      { confirm: "unauthenticated" },
    ]);
  });
});

describe("run", () => {
  test("reports start and end of a run to a monitor that expects them", async () => {
    const beating = { ...errors, webhook_url: `${api.url}/hook`, expect_every_minutes: 60 };
    api.answers["GET /webhook_monitors"] = { body: [beating] };
    const accepted = { status: 202, body: { accepted: 1 } };
    for (const end of ["start", "0", "3"]) api.answers[`POST /hook/${end}`] = accepted;
    const reported = () =>
      api.asked.filter(({ method }) => method === "POST").map(({ path }) => path.split("?rid="));
    expect((await typed("run", "errors", "--", "true")).code).toBe(0);
    expect((await typed("run", "errors", "--", "sh", "-c", "echo lost; exit 3")).code).toBe(3);
    const [first, end, ...second] = reported();
    expect([first![0], end![0], end![1]]).toEqual(["/hook/start", "/hook/0", first![1]]);
    expect(second.map(([path]) => path)).toEqual(["/hook/start", "/hook/3"]);
    expect(new Set(reported().map(([, rid]) => rid)).size).toBe(2);
    expect(sent().at(-1)![1]).toMatch(/^sh failed with exit code 3 after 0\.0 s\n\nlost$/);
  });

  test("reports to the address of a ping as to a monitor, and sends no error reports there", async () => {
    const ok = { body: "OK", from: "a ping" };
    for (const end of ["start", "3"]) api.answers[`POST /ping/k1/nightly/${end}`] = ok;
    const url = `${api.url}/ping/k1/nightly`;
    expect((await typed("run", url, "--", "sh", "-c", "exit 3")).code).toBe(3);
    const posted = api.asked.filter(({ method }) => method === "POST");
    expect(posted.map(({ path }) => path.split("?")[0])).toEqual([
      "/ping/k1/nightly/start",
      "/ping/k1/nightly/3",
    ]);
    const { code, stderr } = await typed("webhook", "send", url, "it broke");
    expect([code, stderr]).toEqual([3, expect.stringContaining("any body is a success")]);
  });

  test("passes everything through and sends nothing when all is well", async () => {
    // Not on a terminal, which would show that a slow machine waits for the server.
    const { code, stdout, stderr } = await place.inside([
      "run",
      "errors",
      "--",
      "sh",
      "-c",
      "echo out; echo err >&2",
    ]);
    expect([code, stdout, stderr]).toEqual([0, "out\n", "err\n"]);
    expect(sent()).toEqual([]);
  });

  test("reports a failure with its code and the end of its output", async () => {
    const { code, stdout } = await typed("run", "errors", "--", "sh", "-c", "seq 1 5000; exit 3");
    expect(code).toBe(3);
    expect(stdout).toHaveLength(23_893);
    const [[, body]] = sent() as [[string, Record<string, string | number>]];
    expect(body).toMatchObject({
      source: "sh",
      exit_code: 3,
      duration_seconds: 0,
    });
    expect(body["message"]).toMatch(/^sh failed with exit code 3 after 0\.0 s\n\n…[^]*\n5000$/);
    expect(String(body["message"]).length).toBeLessThan(10 * 1024 + 100);
    expect(body["message"]).not.toContain("seq");
  });

  test.each([
    [["sh", "-c", "kill -TERM $$"], 143],
    [["no-such-program-here"], 127],
  ])("of %j ends with %d, as in a shell", async (words, expected) => {
    const { code } = await typed("run", "errors", "--", ...words);
    expect(code).toBe(expected);
    expect(sent()).toHaveLength(1);
  });

  test.each([
    "restarts",
    "is behind a proxy that answers 502",
    "is behind a proxy that answers 429",
  ])(
    "is reported at its end when the server %s at its start",
    async (how) => {
      const status = how.endsWith("429") ? 429 : 502;
      const away = how === "restarts" ? { dies: true } : { status, body: "", from: "a proxy" };
      let isAway = true;
      const beating = { ...errors, webhook_url: `${api.url}/hook`, expect_every_minutes: 60 };
      for (const path of ["webhook_monitors", "alert_groups"])
        api.answers[`GET /${path}`] = () =>
          isAway ? away : { body: path === "alert_groups" ? [] : [beating] };
      for (const code of [0, 3]) {
        isAway = true;
        api.answers[`POST /hook/${code}`] = { status: 202, body: { accepted: 1 } };
        const ended = await place.typed(["run", "errors", "--", "sh", "-c", `exit ${code}`], "", {
          // The pauses of retries, not those of pipes.
          sleep: async (ms) => void (isAway &&= ms < 500),
        });
        expect([ended.code, ended.stderr]).toEqual([code, ""]);
        expect(api.asked.at(-1)!.path).toMatch(new RegExp(`^/hook/${code}\\?rid=`));
      }
    },
    60_000,
  );

  test("with the URL of an alert group is reported when the server was away at its start", async () => {
    let isAway = true;
    api.answers["POST /hook/start"] = { dies: true };
    api.answers["POST /hook/3"] = () =>
      isAway ? { status: 429, body: "", from: "a proxy" } : problem(404, "No such signal.");
    const { code, stderr } = await place.typed(
      ["run", `${api.url}/hook`, "--", "sh", "-c", "exit 3"],
      "",
      { sleep: async (ms) => void (isAway &&= ms < 500) },
    );
    expect([code, stderr, api.asked.at(-1)!.path]).toEqual([3, "", "/hook"]);
  });

  test("keeps the exit code when nobody can be told, and says so", async () => {
    const fail = ["--", "sh", "-c", "exit 7"];
    api.answers["POST /hook"] = problem(503, "Busy.");
    const busy = await typed("run", "errors", ...fail);
    expect(busy.code).toBe(7);
    expect(busy.stderr).toContain("the failure was not reported: Busy.");
    // It is tried for half a minute: there is nobody else to tell.
    expect(sent()).toHaveLength(6);
    expect((await typed("run", "eror", ...fail)).code).toBe(7);
    // A mistake in the name must not stay hidden until the first failure.
    const mistyped = await typed("run", "eror", "--", "true");
    expect([mistyped.code, mistyped.stderr]).toEqual([
      0,
      expect.stringContaining("monitorctl: the success was not reported: "),
    ]);
    const { code, stderr } = await place.typed(["run", "x", ...fail], "", {
      env: { MONITORCTL_URL: "", MONITORCTL_API_KEY: "" },
    });
    expect(code).toBe(7);
    expect(stderr).toContain("was not reported: no server is named");
  });

  test("names no option that would not change the address of a webhook URL", async () => {
    const { code, stderr } = await typed("webhook", "send", "http://127.0.0.1:1/hook", "it broke");
    expect(code).toBe(9);
    expect(stderr).toContain("or correct --site-url of monitord");
    expect(stderr).not.toContain("--url");
  });

  test("needs no key when it is given the URL itself", async () => {
    const { code } = await place.typed(["run", `${api.url}/hook`, "--", "false"], "", {
      env: { MONITORCTL_URL: "", MONITORCTL_API_KEY: "" },
    });
    // The fake answers the start with 404, as an alert group does.
    expect([code, api.asked.at(-1)!.path]).toEqual([1, "/hook"]);
  });
});

describe("people and keys", () => {
  const phone = answers.device();

  test("users and devices come and go", async () => {
    api.answers["POST /users"] = ({ body }) => ({
      status: 201,
      body: answers.user({ id: "u2", name: null, ...(body as object) }),
    });
    api.answers["POST /users/u1/devices"] = ({ body }) => ({
      status: 201,
      body: { ...phone, ...(body as object) },
    });
    api.answers["GET /users/u1/devices"] = { body: [phone] };
    api.answers["DELETE /users/u1/devices/d1"] = { status: 204 };
    api.answers["DELETE /users/u1"] = { status: 204 };
    expect((await typed("users", "add", "bob@example.com")).stdout).toContain(
      "devices add bob@example.com",
    );
    const added = await place.typed(
      ["devices", "add", "ADA@example.com", "topic", "--with-token"],
      "tk_1\n",
    );
    expect(added.stdout).toContain("device added for ada@example.com: topic");
    expect((await typed("devices", "list")).stdout).toBe(
      "USER             NAME   TARGET      SERVER          STATE\nada@example.com  Pixel  ntfy topic  default server  not verified\n",
    );
    const asked = await place.typed(["devices", "remove", "u1", "Pixel"], "y\n");
    expect(asked.stderr).toBe("Remove Pixel of ada@example.com? [y/N] ");
    await typed("users", "remove", "ada@example.com", "--yes");
    expect(sent()).toEqual([
      ["POST /users", { email: "bob@example.com" }],
      ["POST /users/u1/devices", { kind: "ntfy", target: "topic", access_token: "tk_1" }],
      ["DELETE /users/u1/devices/d1", undefined],
      ["DELETE /users/u1", undefined],
    ]);
  });

  test("devices are switched off and on, all of a user or one", async () => {
    const tablet = answers.device({ id: "d2", name: null, target: "tablet" });
    const stored = new Map([phone, tablet].map((one) => [one.id, one]));
    api.answers["GET /users/u1/devices"] = () => ({ body: [...stored.values()] });
    for (const id of stored.keys())
      api.answers[`PUT /users/u1/devices/${id}`] = ({ body }) => {
        const changed = { ...stored.get(id)!, ...(body as object) };
        stored.set(id, changed);
        return { body: changed };
      };
    api.answers["GET /alert_groups"] = { body: [answers.group({ id: "g1", title: "On call" })] };
    api.answers["GET /alert_groups/g1/members"] = {
      body: [answers.member({ user_id: "u1", devices: 2 })],
    };
    const one = await typed("devices", "disable", "ada@example.com", "Pixel");
    expect(one.stdout).toBe("✓ Pixel of ada@example.com is disabled\n");
    const all = await typed("devices", "disable", "ada@example.com");
    expect(all.stdout).toBe(
      `✓ Pixel of ada@example.com is disabled
✓ tablet of ada@example.com is disabled
! nobody of "On call" can be reached any more
`,
    );
    const on = await typed("devices", "enable", "ada@example.com", "tablet");
    expect([on.code, on.stdout]).toEqual([0, "✓ tablet of ada@example.com is enabled\n"]);
    expect(sent()).toEqual([
      ["PUT /users/u1/devices/d1", { enabled: false }],
      ["PUT /users/u1/devices/d1", { enabled: false }],
      ["PUT /users/u1/devices/d2", { enabled: false }],
      ["PUT /users/u1/devices/d2", { enabled: true }],
    ]);
    const unknown = await typed("devices", "disable", "ada@example.com", "Nokia");
    expect(unknown.stderr).toContain('ada@example.com has no device "Nokia"');
    stored.clear();
    expect((await typed("devices", "enable", "ada@example.com")).code).toBe(3);
  });

  test("a mailbox is added by its address, and a test of it is confirmed by its link", async () => {
    const mailbox = answers.device({
      id: "d2",
      kind: "email",
      target: "ada@example.org",
      name: "Mail",
    });
    api.answers["POST /users/u1/devices"] = { status: 201, body: mailbox };
    api.answers["GET /users/u1/devices"] = { body: [answers.device(), mailbox] };
    for (const { id } of [answers.device(), mailbox])
      api.answers[`POST /users/u1/devices/${id}/test`] = {
        status: 202,
        body: answers.notification(),
      };
    api.answers["GET /me"] = { body: answers.me() };
    const target = "ada@example.org";
    const added = await typed("devices", "add", "ada@example.com", target, "--kind", "email");
    expect(added.stdout).toContain("ada@example.org. To verify it: monitorctl");
    expect((await typed("devices", "list")).stdout).toContain("Mail   email ada@example.org  -  ");
    expect((await typed("devices", "test", "ada@example.com", "Mail")).stdout).toContain(
      "Open the link in it and press “I got it”; then it is verified",
    );
    expect((await typed("devices", "test", "ada@example.com")).stdout).toContain(
      "Press “I got it” on the phone, or open the link in it; then",
    );
  });

  test("nothing is removed when nobody says yes", async () => {
    for (const [args, input] of [
      [["users", "remove", "u1"], "n\n"],
      [["users", "remove", "u1"], ""],
      [["users", "remove", "u1", "--no-input"], "y\n"],
    ] as const) {
      const { code, stderr } = await place.typed([...args], input);
      expect(code).toBe(7);
      expect(stderr).toContain("nothing was changed");
    }
    expect(sent()).toEqual([]);
  });

  test("a key is printed alone, and revoked by its name", async () => {
    const key = answers.apiKey({
      id: "k1",
      name: "ci",
      prefix: "mon_abcd",
      expires_at: "2027-02-19T03:00:00Z",
    });
    api.answers["POST /api_keys"] = {
      status: 201,
      body: { ...key, key: "mon_secret" },
    };
    api.answers["GET /api_keys"] = {
      body: [key, { ...key, id: "k0", revoked_at: "2026-01-01T00:00:00Z" }],
    };
    api.answers["DELETE /api_keys/k1"] = { status: 204 };
    const made = await typed("keys", "create", "ci", "--scopes", "read", "--expires", "90d");
    expect(made.stdout).toBe("mon_secret\n");
    expect(made.stderr).toContain("shown this once");
    expect((await typed("keys", "list", "-o", "name")).stdout).toBe("k1\n");
    expect((await typed("keys", "list", "--all", "-o", "name")).stdout).toBe("k1\nk0\n");
    expect((await typed("keys", "revoke", "ci", "-y")).code).toBe(0);
    expect((await typed("keys", "create", "x", "--scopes", "root")).code).toBe(3);
    expect(sent()).toEqual([
      [
        "POST /api_keys",
        {
          name: "ci",
          scopes: ["read"],
          expires_at: "2027-02-19T03:00:00Z",
        },
      ],
      ["DELETE /api_keys/k1", undefined],
    ]);
  });
});

describe("api", () => {
  test("sends what it is told to, with the key", async () => {
    api.answers["POST /incidents/7/notes"] = { body: incident };
    place.write("body.json", '{"text": "x"}');
    const { stdout } = await typed("api", "post", "/api/v1/incidents/7/notes", "-d", "@body.json");
    expect(JSON.parse(stdout)).toEqual(incident);
    expect(api.asked.at(-1)).toMatchObject({
      authorization: "Bearer mon_good",
      body: { text: "x" },
    });
    await typed("api", "GET", "incidents?limit=5");
    expect(api.asked.at(-1)?.path).toBe("/incidents?limit=5");
  });

  test.each([
    [["PATCH", "/me"]],
    [["GET", "https://elsewhere.example/"]],
    [["POST", "/x", "-d", "{"]],
    [["POST", "/x", "-d", "@nowhere.json"]],
  ])("%j is refused before it is sent", async (args) => {
    expect((await typed("api", ...args)).code).toBe(3);
    expect(api.asked).toEqual([]);
  });
});

test("what a server does not have is said as that", async () => {
  api.answers["POST /webhook_monitors/w1/rotate_webhook"] = problem(
    404,
    "Nothing exists at this path. /api/v1/docs lists the paths of the API.",
  );
  const { code, stderr } = await typed("webhook", "rotate", "errors");
  expect(code).toBe(3);
  expect(stderr).toContain("error[not_offered]");
});
