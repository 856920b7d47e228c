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
          sentence: "is not notified yet: outside the hours.",
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
            told: true,
            sentence: "Ada would be notified immediately.",
            devices: [],
          },
          {
            user_id: "u2",
            name: "Bo",
            told: false,
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
  expect(said.stdout).toContain("! contact_hours: outside the hours, until 2026-11-21T08:00:00Z");
  expect(said.stdout).toContain("contact_hours: the incident is open, 2026-11-21T02:10:00Z");
  expect(said.stdout).toContain("2026-11-21T03:00:00Z retry: timeout");
  expect(said.stdout).not.toContain("\u001b[31m");
  const json = await ctl("explain", "incident", "12", "-o", "json");
  expect(JSON.parse(json.stdout)).toEqual(explanation);
});

test("who says who would be told, at the moment that is asked about", async () => {
  const said = await ctl("who", "oncall", "--priority", "1");
  expect(said.stdout).toBe(
    'An incident of priority 1 in "On call" at 2026-11-21T03:00:00Z:\n  ✓ Ada would be notified immediately.\n  ! Bo would not be notified immediately: asleep.\n',
  );
  expect((await ctl("who", "oncall", "-o", "json")).stdout).toContain('"priority": 1');
  expect((await ctl("who", "nobody")).code).toBe(3);
});

describe("devices test", () => {
  test("tests those that are enabled, and says what to do on the phone", async () => {
    const said = await ctl("devices", "test", "ada");
    expect(said.stdout).toBe(
      "✓ a test is on its way to Pixel\nPress “I got it” on the phone; then it is verified: monitorctl devices list\n",
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
    "✓ ada@example.com: a test is on its way to 1 device\n! bo@example.com: has no device: monitorctl devices add bo@example.com\n",
  );
  const json = await ctl("notify", "test", "user/ada", "-o", "json");
  expect(JSON.parse(json.stdout)).toEqual([answers.notification()]);
});
