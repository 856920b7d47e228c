/** A reminder found nobody who could get it: the next one leaves as soon as somebody can. */
import { beforeEach, describe, expect, test } from "vitest";
import { breaks, contactHours, teamOf } from "../support/responders.ts";
import { minutes, seconds, startWorld, type World } from "../support/world.ts";

let world: World;
beforeEach(async () => {
  // It is 03:00 UTC.
  world = await startWorld();
  return () => world.end();
});

const { groupOf, person, joins, scheduleOf, takes, titles } = teamOf(() => world);
const title = "Shop: 1 error in 600 minutes";
const reminder = `Reminder: ${title}`;
const reminders = (name: string) => titles(name).filter((one) => one === reminder).length;
const reminds = { repeat_minutes: 5, repeat_limit: 12 };

interface Team {
  own: { id: string };
  ada: { id: string; device: string };
  schedule: { id: string };
}
const rulesOf = ({ own, ada }: Team, rules: object) =>
  world.api("PUT", `/alert_groups/${own.id}/members/${ada.id}`, rules);
const enables = ({ ada }: Team, enabled: boolean) => world.api("PUT", ada.device, { enabled });

describe("whoever has the page is reminded as soon as they can be, and an interval after that", () => {
  test.each<[what: string, ends: (team: Team) => Promise<unknown>, begins: typeof enables]>([
    ["a device is enabled", (team) => enables(team, false), (team) => enables(team, true)],
    [
      "a device has a new address",
      (team) => enables(team, false),
      ({ ada }) => world.api("PUT", ada.device, { enabled: true, target: "ada" }),
    ],
    [
      "a device that was rejected passes a test",
      async () => world.phone.failWith(403, "ada"),
      ({ ada }) => {
        world.phone.failWith(null, "ada");
        return world.api("POST", `${ada.device}/test`);
      },
    ],
    [
      "the hours of a member are changed",
      (team) => rulesOf(team, contactHours("08:00:00", "09:00:00")),
      (team) => rulesOf(team, { contact_hours_all_day: true }),
    ],
    [
      "a member takes incidents of this priority again",
      async (team) => {
        await world.api("PUT", `/alert_groups/${team.own.id}`, { priority_level: 2 });
        await rulesOf(team, { minimum_priority: 1 });
      },
      (team) => rulesOf(team, { minimum_priority: null }),
    ],
    [
      "their shift begins",
      ({ own, ada }) => world.api("DELETE", `/alert_groups/${own.id}/members/${ada.id}`),
      ({ ada, schedule }) => takes(ada, schedule),
    ],
  ])("%s", async (_, ends, begins) => {
    const leads = await groupOf("Leads");
    // Who leaves keeps the page of the other group.
    const escalates = { escalate_to: leads.id, escalate_after_minutes: 3 };
    const own = await groupOf("Shop", { ...reminds, ...escalates });
    const ada = await person("ada", own, leads);
    // On call, and without a phone.
    const eve = await world.api<{ id: string }>("POST", "/users", { email: "eve@example.com" });
    const schedule = await scheduleOf(eve, own);
    const team = { own, ada, schedule };
    await breaks(world, own);
    await world.pass(minutes(6));
    expect(reminders("ada")).toBe(1);
    await ends(team);
    await world.pass(minutes(12));
    expect(reminders("ada")).toBe(1);
    await begins(team, true);
    await world.pass(seconds(2));
    expect(reminders("ada")).toBe(2);
    await world.pass(minutes(4));
    expect(reminders("ada")).toBe(2);
    await world.pass(minutes(1));
    expect(reminders("ada")).toBe(3);
  });
});

test("a reminder that found nobody leaves when a silence ends that somebody joined in", async () => {
  const leads = await groupOf("Leads");
  const own = await groupOf("Shop", {
    repeat_minutes: 5,
    repeat_limit: 1,
    escalate_to: leads.id,
    escalate_after_minutes: 5,
  });
  await person("ada", leads);
  await breaks(world, own);
  await world.pass(minutes(11));
  const until = new Date(world.clock.now() + minutes(4)).toISOString().replace(/\.\d+/, "");
  await world.api("POST", "/silences", { alert_group_id: own.id, until, reason: "work" });
  await world.pass(minutes(1));
  await joins("ada", own);
  await world.pass(minutes(3) + seconds(2));
  expect(titles("ada")).toEqual([`Escalated to Leads: ${title}`, `Reminder: ${title}`]);
});

test("who comes to two groups at once, of which one is closed, is paged by the other, and not reminded first", async () => {
  const leads = await groupOf("Leads", { repeat_minutes: 20, repeat_limit: 3 });
  const own = await groupOf("Shop", {
    ...contactHours("02:00:00", "03:10:00"),
    escalate_to: leads.id,
    escalate_after_minutes: 2,
  });
  const ada = await person("ada");
  const bob = await person("bob");
  const schedule = await scheduleOf(ada, own, leads);
  await breaks(world, own);
  await world.pass(minutes(3));
  await world.api("PUT", ada.device, { enabled: false });
  await world.pass(minutes(27));
  await takes(bob, schedule);
  await world.pass(seconds(2));
  expect(titles("bob").filter((one) => one.includes(title))).toEqual([title]);
});

test("a newcomer who is paged by two groups with one push is not reminded by the other at once", async () => {
  const leads = await groupOf("Leads");
  const own = await groupOf("Shop", {
    ...reminds,
    escalate_to: leads.id,
    escalate_after_minutes: 3,
  });
  const ada = await person("ada", own, leads);
  await breaks(world, own);
  await world.pass(minutes(4));
  await world.api("PUT", ada.device, { enabled: false });
  const until = new Date(world.clock.now() + minutes(20)).toISOString().replace(/\.\d+/, "");
  await world.api("POST", "/silences", { alert_group_id: own.id, until, reason: "work" });
  await world.pass(minutes(4));
  await person("bob", own, leads);
  await world.pass(minutes(16) + seconds(2));
  expect(titles("bob")).toEqual([title]);
  await world.pass(minutes(4));
  expect(titles("bob")).toEqual([title]);
  await world.pass(minutes(1));
  expect(titles("bob")).toEqual([title, reminder]);
});

test("a newcomer who leaves before the next reminder takes none from the others", async () => {
  const own = await groupOf("Shop", reminds);
  await person("ada", own);
  const bob = await person("bob");
  await breaks(world, own);
  await world.pass(minutes(3));
  await joins("bob", own);
  await world.pass(minutes(1));
  // Paging is looked at meanwhile.
  await world.api("PUT", `/alert_groups/${own.id}`, { title: "Shops" });
  await world.pass(seconds(30));
  await world.api("DELETE", `/alert_groups/${own.id}/members/${bob.id}`);
  await world.pass(seconds(32));
  expect(titles("ada")).toEqual([title, reminder]);
});

test("a last reminder that the push server rejected did not count: it is sent when the phone passes a test", async () => {
  const own = await groupOf("Shop", { repeat_minutes: 5, repeat_limit: 2 });
  const ada = await person("ada", own);
  await breaks(world, own);
  await world.pass(minutes(6));
  world.phone.failWith(403, "ada");
  await world.pass(minutes(20));
  world.phone.failWith(null, "ada");
  await world.api("POST", `${ada.device}/test`);
  await world.pass(seconds(2));
  expect(reminders("ada")).toBe(2);
});
