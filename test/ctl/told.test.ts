/** Who is told, who was, and who would be; and what --strict refuses. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import * as answers from "../support/answers.ts";
import { startFakeApi, type FakeApi } from "./fake-api.ts";
import { newPlace, type Place } from "./run.ts";

const gate = (passed: boolean, reason: string, until: string | null = null) => ({
  gate: "contact_hours",
  passed,
  reason,
  until,
  at: passed ? "2026-11-21T02:10:00Z" : null,
});
const attempt = (n: number, started_at: string, outcome: string, detail: string | null) => ({
  attempt: n,
  started_at,
  finished_at: started_at,
  outcome,
  http_status: null,
  detail,
});
const explanation = {
  sentence: "Nobody was reached. Ada is not notified yet: outside the hours.",
  timezone: "Europe/Berlin",
  people: [
    {
      user_id: "u1",
      name: "Ada\u001b[31m",
      reached: false,
      sentence: "Ada is not notified yet: outside the hours.",
      receipt: null,
      devices: [
        {
          device_id: "d1",
          name: null,
          reached: false,
          state: "held",
          sentence:
            "is not notified until 2026-11-21 09:00 Europe/Berlin, Mon 09:00 (Europe/Berlin), Mon 03:00 (America/New_York).",
          gates: [
            gate(true, "the incident is open"),
            gate(false, "outside the hours", "2026-11-21T08:00:00Z"),
          ],
          notifications: [
            {
              ...answers.notification(),
              attempts_made: [
                attempt(1, "2026-11-21T03:00:00Z", "retry", "timeout"),
                attempt(2, "2026-11-21T03:01:00Z", "delivered", null),
              ],
            },
          ],
        },
      ],
    },
  ],
};
const warning = 'alert group "oncall" has no members: nobody would be notified';
const plan = {
  project: "shop",
  revision: 3,
  applied: false,
  changes: [],
  warnings: [warning],
};

let api: FakeApi;
let place: Place;
beforeEach(async () => {
  api = await startFakeApi({
    "GET /incidents/12/explanation": { body: explanation },
    "GET /alert_groups": { body: [answers.group({ external_id: "oncall" })] },
    "GET /alert_groups/g1/who": {
      body: {
        at: "2026-11-21T03:00:00Z",
        priority: 1,
        people: [
          {
            user_id: "u1",
            name: "Ada",
            state: "reached",
            told: true,
            ...answers.asMember,
            sentence: "Ada would be notified immediately.",
            devices: [],
          },
          {
            user_id: "u2",
            name: "Bo",
            state: "held",
            told: false,
            ...answers.asMember,
            sentence: "Bo would not be notified immediately: asleep.",
            devices: [],
          },
        ],
      },
    },
    "GET /users": { body: [answers.user({ external_id: "ada" })] },
    "GET /users/u1/devices": {
      body: [
        answers.device({ target: "t1" }),
        answers.device({ id: "d2", name: null, target: "t2", enabled: false }),
      ],
    },
    "GET /alert_groups/g1/members": {
      body: [
        answers.member(),
        answers.member({ user_id: "u2", email: "bo@example.com", name: null, devices: 0 }),
      ],
    },
    "GET /users/u2/devices": { body: [] },
    "POST /users/u1/devices/d1/test": { status: 202, body: answers.notification() },
    "POST /plan": { body: plan },
    "POST /apply": { body: { ...plan, applied: true } },
  });
  place = newPlace({ MONITORCTL_URL: api.url, MONITORCTL_API_KEY: "mon_good" });
});
afterEach(async () => {
  place[Symbol.dispose]();
  await api[Symbol.asyncDispose]();
});
const ctl = (...args: string[]) => place.typed(args, "");

test("explain incident says it in a sentence, then gate by gate", async () => {
  const said = await ctl("explain", "incident", "#12");
  expect(said.code).toBe(0);
  expect(said.stdout.split("\n")[0]).toBe(explanation.sentence);
  expect(said.stdout).toContain("! contact_hours: outside the hours, until 2026-11-21 09:00:00");
  expect(said.stdout).toContain("contact_hours: the incident is open, 2026-11-21 03:10:00");
  expect(said.stdout).toContain("2026-11-21 04:00:00 retry: timeout");
  expect(said.stdout).not.toContain("\u001b[31m");
  const json = await ctl("explain", "incident", "12", "-o", "json");
  expect(JSON.parse(json.stdout)).toEqual({ schema: "monitorctl/v1", ...explanation });
});

test("explain incident has its times in one zone, named once, and names any other", async () => {
  const { stdout } = await ctl("explain", "incident", "12");
  expect(stdout.match(/Europe.Berlin/g)).toHaveLength(1);
  expect(stdout).toContain("Times in Europe/Berlin.");
  expect(stdout).toContain("until 2026-11-21 09:00, Mon 09:00, Mon 03:00 (America/New_York).");
  expect(stdout).not.toMatch(/\d{4}-\d\d-\d\dT/);
});

test("explain incident refuses a time to come, and has a line for people without a device", async () => {
  const later = await ctl("explain", "incident", "12", "--at", "2027-01-01");
  expect([later.code, later.stdout]).toEqual([3, ""]);
  expect(later.stderr).toContain("--at 2027-01-01 is in the future");
  expect(later.stderr).toContain("monitorctl who GROUP --at TIME");
});

test("who says who would be told, at the moment that is asked about", async () => {
  const said = await ctl("who", "oncall", "--priority", "1");
  expect(said.stdout).toBe(
    'An incident of priority 1 in "On call" at 2026-11-21 03:00 UTC:\n  ✓ Ada would be notified immediately.\n  ! Bo would not be notified immediately: asleep.\n',
  );
  expect((await ctl("who", "oncall", "-o", "json")).stdout).toContain('"priority": 1');
  expect((await ctl("who", "nobody")).code).toBe(3);
});

describe("devices test", () => {
  test("tests those that are enabled, and says what to do on the phone", async () => {
    api.answers["GET /me"] = { body: answers.me() };
    const said = await ctl("devices", "test", "ada");
    expect(said.stdout).toBe(
      "✓ a test is on its way to Pixel\nPress “I got it” on the phone; then it is verified: monitorctl devices list\n",
    );
    const server = { ...answers.me().server, site_url: "http://localhost:8620" };
    api.answers["GET /me"] = { body: { ...answers.me(), server } };
    expect((await ctl("devices", "test", "ada")).stdout).toContain(
      "It asks for an answer that it has no button for: monitord needs an address",
    );
    const json = await ctl("devices", "test", "ada", "Pixel", "-o", "json");
    expect(JSON.parse(json.stdout)).toEqual([answers.notification()]);
  });

  test("names what is not there", async () => {
    const said = await ctl("devices", "test", "ada", "watch");
    expect(said.code).toBe(3);
    expect(said.stderr).toContain('has no device "watch"');
  });
});

describe("--strict", () => {
  const manifest = () =>
    writeFileSync(
      join(place.folder, "monitors.yaml"),
      "version: 1\nproject: shop\nalert_groups:\n  - { external_id: oncall, title: On call }\n",
    );

  test.each([["plan"], ["apply"]])(
    "%s refuses what is warned of, and without it says it alone",
    async (command) => {
      manifest();
      const strict = await ctl(command, "--strict");
      expect(strict.code).toBe(3);
      expect(strict.stderr).toContain(warning);
      expect(api.asked.some(({ path }) => path.endsWith("/apply"))).toBe(false);
      const lenient = await ctl(command);
      expect(lenient.code).toBe(0);
      expect(lenient.stdout).toContain(warning);
    },
  );
});

test("notify test tests everybody of a group, and says who has nothing to test", async () => {
  const said = await ctl("notify", "test", "ag/oncall");
  expect(said.stdout).toBe(
    "✓ ada@example.com: test sent to 1 device\n! bo@example.com: no device. Add one: monitorctl devices add bo@example.com\n",
  );
  const json = await ctl("notify", "test", "user/ada", "-o", "json");
  expect(JSON.parse(json.stdout)).toEqual([answers.notification()]);
});

describe("nobody is notified", () => {
  const nobody = () => {
    api.answers["GET /users/u1/devices"] = { body: [answers.device({ enabled: false })] };
  };

  test("notify test of people without a device exits with 10", async () => {
    nobody();
    const said = await ctl("notify", "test", "ag/oncall");
    expect(said.stdout).toContain("! ada@example.com: no device. Add one:");
    expect(said.stderr).toBe(
      "error[nobody_notified] nobody was notified: no enabled device\n  try: monitorctl devices add ada@example.com\n",
    );
    expect(said.code).toBe(10);
    const json = await ctl("notify", "test", "user/ada", "-o", "json");
    expect(JSON.parse(json.stdout)).toMatchObject({
      error: { code: "nobody_notified", exit_code: 10 },
    });
  });

  test("notify test of a group without members exits with 10", async () => {
    api.answers["GET /alert_groups/g1/members"] = { body: [] };
    const said = await ctl("notify", "test", "ag/oncall");
    expect([said.code, said.stderr.split("\n")[0]]).toEqual([
      10,
      'error[nobody_notified] nobody was notified: "On call" has no members',
    ]);
  });

  test("a group with schedules is judged by the people on call", async () => {
    api.answers["GET /alert_groups/g1/members"] = { body: [] };
    api.answers["GET /alert_groups/g1/schedules"] = { body: [answers.groupSchedule()] };
    const who = { at: "2026-11-21T03:00:00Z", priority: 1, people: [] as object[] };
    api.answers["GET /alert_groups/g1/who"] = () => ({ body: who });
    expect((await ctl("notify", "test", "ag/oncall")).stderr).toContain(
      'nobody is on call in "On call"',
    );
    expect((await ctl("who", "oncall")).stdout).toMatch(
      /\nNobody would be notified: no person is on call in its schedules\.\n$/,
    );
    api.answers["GET /alert_groups"] = {
      body: [
        answers.group({ external_id: "oncall", escalate_to: "g2", escalate_after_minutes: 15 }),
      ],
    };
    api.answers["GET /alert_groups/g2"] = { body: answers.group({ id: "g2", title: "Leads" }) };
    expect((await ctl("who", "oncall")).stdout).toMatch(
      /No member of "On call" can be reached, so Leads would be paged at once\.\n$/,
    );
    expect((await ctl("members", "list", "oncall")).stderr).toContain(
      '"On call" has no members. It notifies the people on call in "Primary": monitorctl oncall',
    );
    const sentence = "Ada would be notified immediately.";
    const ada = { user_id: "u1", name: "Ada", state: "reached", told: true, devices: [], sentence };
    who.people = [{ ...answers.asMember, ...ada }];
    const { code, stdout } = await ctl("notify", "test", "ag/oncall");
    expect([code, stdout]).toEqual([0, expect.stringContaining("ada@example.com: test sent to")]);
  });

  test("who exits with 10, in words and as JSON", async () => {
    const people = [
      {
        user_id: "u2",
        name: "Bo",
        state: "held",
        told: false,
        ...answers.asMember,
        sentence: "Bo would not be told at once: asleep.",
        devices: [],
      },
    ];
    const who = { at: "2026-11-21T03:00:00Z", priority: 1 };
    api.answers["GET /alert_groups/g1/who"] = { body: { ...who, people } };
    const said = await ctl("who", "oncall");
    expect(said.stdout).toMatch(/\nNobody would be notified\.\n$/);
    expect(said.code).toBe(10);
    api.answers["GET /alert_groups/g1/who"] = { body: { ...who, people: [] } };
    const json = await ctl("who", "oncall", "-o", "json");
    expect(JSON.parse(json.stdout)).toMatchObject({
      verdict: "Nobody would be notified: the group has no members.",
    });
    expect(json.code).toBe(10);
  });

  test("a drill that can ask nobody exits with 10", async () => {
    nobody();
    api.answers["POST /alert_groups/g1/drills"] = { status: 201, body: answers.drill() };
    const said = await ctl("drill", "run", "oncall");
    expect(said.code).toBe(10);
    expect(said.stderr).toBe(
      'error[nobody_notified] nobody was asked: no member of "On call" has a device\n  try: monitorctl devices add USER\n',
    );
    api.answers["POST /alert_groups/g1/drills"] = {
      status: 201,
      body: answers.drill({ unanswered: [] }),
    };
    expect((await ctl("drill", "run", "oncall")).stderr).toContain('"On call" has no members');
  });
});

describe("a drill", () => {
  test("names the members without a device when it begins", async () => {
    api.answers["POST /alert_groups/g1/drills"] = { status: 201, body: answers.drill() };
    const said = await ctl("drill", "run", "ag/oncall");
    expect(said.code).toBe(0);
    expect(said.stdout).toBe(
      '✓ Drill sent to 1 member of "On call"; the member has until 2026-11-22T03:00:00Z\n! bo@example.com: no device. Add one: monitorctl devices add bo@example.com\nSee the answers: monitorctl drill list oncall\n',
    );
  });

  test("is listed with members who have no device, apart from those who may still answer", async () => {
    api.answers["GET /users"] = {
      body: [answers.user(), answers.user({ id: "u2", email: "bo@example.com", name: "Bo" })],
    };
    api.answers["GET /alert_groups/g1/drills"] = {
      body: [
        answers.drill(),
        answers.drill({ id: "dr0", ended_at: "2026-11-20T03:00:00Z", unanswered: ["u1"] }),
      ],
    };
    const { stdout } = await ctl("drill", "list", "oncall");
    expect(stdout).toContain("Ada (not yet), Bo (no device)\n");
    expect(stdout).toMatch(/ Ada\n$/);
  });
});
