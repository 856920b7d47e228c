/** Reminders of people who are paged while the contact hours of their group are closed. */
import { beforeEach, expect, test } from "vitest";
import type { IncidentDetail } from "../../src/api/incidents.ts";
import type { Static } from "../../src/api/schema.ts";
import { breaks, contactHours, joins } from "../support/responders.ts";
import { minutes, startWorld, type World } from "../support/world.ts";

let world: World;
beforeEach(async () => {
  // It is 03:00 UTC.
  world = await startWorld();
  return () => world.end();
});

const always = { contact_hours_all_day: true };
const title = "Shop: 1 error in 600 minutes";
const reminder = `Reminder: ${title}`;
const titles = (name: string) => world.phone.messages(name).map((message) => message.title);
const incident = () => world.api<Static<typeof IncidentDetail>>("GET", "/incidents/1");
const at = (minute: number) => Date.UTC(2026, 10, 21, 3, minute);
const instant = (text: string | null) => (text === null ? null : Date.parse(text));

const groupOf = (name: string, rules: object = {}) =>
  world.api<{ id: string }>("POST", "/alert_groups", { title: name, priority_level: 1, ...rules });

test("a member whose own hours are open is reminded while those of the group are closed", async () => {
  const group = await groupOf("Shop", {
    ...contactHours("04:00:00", "18:00:00"),
    repeat_minutes: 5,
    repeat_limit: 2,
  });
  await joins(world, "ada", group, always);
  await joins(world, "bob", group);
  await breaks(world, group);
  await world.pass(minutes(1));
  expect([titles("ada"), titles("bob")]).toEqual([[title], []]);
  expect(instant((await incident()).reach.reminder_at)).toBeGreaterThanOrEqual(at(5));
  expect(instant((await incident()).reach.reminder_at)).toBeLessThan(at(6));
  await world.pass(minutes(15));
  expect([titles("ada"), titles("bob")]).toEqual([[title, reminder, reminder], []]);
  // The pages of the others leave with the hours of the group, and both are reminded from then on.
  await world.pass(minutes(45));
  expect([titles("ada").length, titles("bob")]).toEqual([3, [title]]);
  await world.pass(minutes(20));
  expect(titles("ada").slice(3)).toEqual([reminder, reminder]);
  expect(titles("bob")).toEqual([title, reminder, reminder]);
});

test("a member whose own hours begin before those of the group is reminded from then on", async () => {
  const group = await groupOf("Shop", {
    ...contactHours("08:00:00", "18:00:00"),
    repeat_minutes: 7,
    repeat_limit: 2,
  });
  await joins(world, "ada", group, contactHours("03:10:00", "18:00:00"));
  await breaks(world, group);
  await world.pass(minutes(11));
  expect(titles("ada")).toEqual([title]);
  const next = instant((await incident()).reach.reminder_at);
  expect(next).toBeGreaterThanOrEqual(at(17));
  expect(next).toBeLessThan(at(18));
  await world.pass(minutes(20));
  expect(titles("ada")).toEqual([title, reminder, reminder]);
});

test("a group that an incident is escalated to reminds its members by the same rules", async () => {
  const leads = await groupOf("Leads", {
    ...contactHours("08:00:00", "18:00:00"),
    repeat_minutes: 5,
  });
  const group = await groupOf("Shop", {
    ...contactHours("08:00:00", "18:00:00"),
    repeat_minutes: 0,
    escalate_to: leads.id,
    escalate_after_minutes: 10,
  });
  await joins(world, "ada", group, always);
  await joins(world, "lea", leads, always);
  await joins(world, "leo", leads);
  await breaks(world, group);
  await world.pass(minutes(1));
  // By the page of Ada, not by the hours of the group.
  const { escalation } = (await incident()).reach;
  expect(instant(escalation!.at)).toBeLessThan(at(11));
  await world.pass(minutes(16));
  expect([titles("ada"), titles("lea"), titles("leo")]).toEqual([
    [title],
    [`Escalated to Leads: ${title}`, reminder],
    [],
  ]);
});

test("a group that is asked to help is reminded although the incident has no reminders of its own", async () => {
  const group = await groupOf("Shop", { repeat_minutes: 0 });
  const helpers = await groupOf("Databases", { repeat_minutes: 5, repeat_limit: 2 });
  await joins(world, "ada", group);
  await joins(world, "mia", helpers);
  await breaks(world, group);
  await world.pass(minutes(1));
  const { id } = await incident();
  await world.api("POST", `/incidents/${id}/page`, { alert_group_ids: [helpers.id], by: "Ada" });
  await world.pass(minutes(20));
  expect(titles("ada")).toEqual([title]);
  expect(titles("mia").slice(1)).toEqual([reminder, reminder]);
});

test("a person who is asked to help is reminded while the contact hours of the group are closed", async () => {
  const group = await groupOf("Shop", {
    ...contactHours("08:00:00", "18:00:00"),
    repeat_minutes: 5,
    repeat_limit: 2,
  });
  await joins(world, "ada", group);
  const mia = await joins(world, "mia", await groupOf("Databases"));
  await breaks(world, group);
  await world.pass(minutes(1));
  const { id } = await incident();
  await world.api("POST", `/incidents/${id}/page`, { user_ids: [mia.id], by: "Ada" });
  await world.pass(minutes(20));
  expect(titles("ada")).toEqual([]);
  expect(titles("mia").slice(1)).toEqual([reminder, reminder]);
});

test("a reminder that a member's own rules kept back leaves when they are on call without them", async () => {
  const leads = await groupOf("Leads");
  const group = await groupOf("Shop", {
    priority_level: 2,
    repeat_minutes: 10,
    repeat_limit: 3,
    escalate_to: leads.id,
    escalate_after_minutes: 1,
  });
  const { id: user_id } = await joins(world, "ada", leads);
  const members = `/alert_groups/${group.id}/members`;
  await world.api("POST", members, { email: "ada@example.com", minimum_priority: 1 });
  const schedule = await world.api<{ id: string }>("POST", "/schedules", {
    title: "Week",
    people: [user_id],
  });
  await world.api("PUT", `/alert_groups/${group.id}/schedules/${schedule.id}`, {});
  await breaks(world, group);
  await world.pass(minutes(11));
  const about = () => titles("ada").filter((one) => one?.endsWith(title));
  expect(about()).toEqual([`Escalated to Leads: ${title}`]);
  await world.api("DELETE", `${members}/${user_id}`);
  await world.pass(minutes(0.2));
  expect(about()).toEqual([`Escalated to Leads: ${title}`, reminder]);
});
