/** Checks of Healthchecks as manifests. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { imported } from "../support/imports.ts";
import { newPlace, type Place } from "../ctl/run.ts";

let place: Place;
beforeEach(() => {
  place = newPlace();
});
afterEach(() => place[Symbol.dispose]());

const check = (fields: Record<string, unknown>) => {
  place.write("checks.json", JSON.stringify({ checks: [{ name: "Job", grace: 900, ...fields }] }));
  return imported(place, "healthchecks", "checks.json");
};

test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
  ["a period", { timeout: 3600 }, { expect_every_minutes: 60, grace_minutes: 15 }],
  [
    "a cron schedule",
    { schedule: "15 5 * * *", tz: "Europe/Riga" },
    { expect_cron: "15 5 * * *", expect_timezone: "Europe/Riga" },
  ],
  ["a named schedule of systemd", { schedule: "daily" }, { expect_cron: "0 0 * * *" }],
  [
    "a schedule of systemd",
    { schedule: "Mon..Fri *-*-* 08..17:0/15", tz: "UTC" },
    { expect_cron: "*/15 8-17 * * MON-FRI" },
  ],
])("%s", async (_, given, fields) => {
  const { webhook_monitors } = await check(given);
  expect(webhook_monitors).toMatchObject([{ title: "Job", alert_group: "oncall", ...fields }]);
});

test("what a check had beside its schedule is said", async () => {
  const { text } = await check({
    timeout: 60,
    status: "paused",
    tags: "prod",
    methods: "POST",
    filter_body: true,
    manual_resume: true,
  });
  expect(text.match(/^ {2}# .*/gm)).toEqual([
    "  # has a new ping URL: monitorctl webhook url --ping NAME",
    "  # was paused: pause it after the import",
    "  # has tags, which monitors do not have: prod",
    "  # took POST alone; GET and HEAD count here too",
    "  # told success from failure by words in the body or mail: ping …/success and …/fail",
  ]);
});

test("a check whose next ping would have resumed it is named: here a ping does not", async () => {
  const resumed = "because a ping does not";
  expect((await check({ status: "paused" })).text).toContain(resumed);
  expect((await check({ status: "paused", manual_resume: true })).text).not.toContain(resumed);
  expect((await check({ status: "up" })).text).not.toContain(resumed);
});

test("slugs stay, so that jobs ping by them; a second one alike and none get names of their own", async () => {
  place.write(
    "checks.json",
    JSON.stringify({
      checks: [
        { name: "Database backup", slug: "db_backup" },
        { name: "Other", slug: "db_backup" },
        { name: "Files backup", slug: "" },
        { name: "Odd", slug: "a/b" },
      ],
    }),
  );
  const { webhook_monitors } = await imported(place, "healthchecks", "checks.json");
  expect(webhook_monitors.map(({ external_id }) => external_id)).toEqual([
    "db_backup",
    "other",
    "files-backup",
    "odd",
  ]);
});

test("a schedule that no cron expression says is named", async () => {
  const { text } = await check({ schedule: "Mon *-*-01 08:00" });
  expect(text).toContain("# - Job: its schedule cannot be written as a cron expression");
});

test("each number that is no whole minute, or beyond a limit, is named", async () => {
  const { webhook_monitors, remarks } = await check({ timeout: 61, grace: 5 });
  expect(webhook_monitors).toMatchObject([{ expect_every_minutes: 1, grace_minutes: 1 }]);
  expect(remarks.slice(1)).toEqual([
    "timeout 61 s: expect_every_minutes is 1 here",
    "grace 5 s: grace_minutes is 1 here",
  ]);
});

test("the channels that checks notified are named, as far as the answer says", async () => {
  place.write(
    "checks.json",
    JSON.stringify({
      checks: [
        { name: "Job", channels: "4ec5a071,746a083e" },
        { name: "Other", channels: "746a083e" },
      ],
      channels: [
        { id: "4ec5a071", name: "Ops mail", kind: "email" },
        { id: "unused", name: "Nobody", kind: "sms" },
      ],
    }),
  );
  const { notes } = await imported(place, "healthchecks", "checks.json");
  expect(notes).toEqual([
    "Ops mail: was notified by email; the API does not say where: add a device with monitorctl devices add",
    "Channels: 1 of its integrations were notified: add devices with monitorctl devices add",
  ]);
});
