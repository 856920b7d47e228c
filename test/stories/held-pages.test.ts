/** Pages on hold: one through a group whose hours are closed keeps nothing back that another group may send. */
import { beforeEach, describe, expect, test } from "vitest";
import { breaks, contactHours } from "../support/responders.ts";
import { minutes, startWorld, type World } from "../support/world.ts";

let world: World;
beforeEach(async () => {
  // It is 03:00 UTC.
  world = await startWorld();
  return () => world.end();
});

const shut = contactHours("03:30:00", "03:40:00");
const later = contactHours("03:50:00", "04:00:00");
const title = "Shop: 1 error in 600 minutes";
const titles = (name = "ada") => world.phone.messages(name).map((message) => message.title);

/** A group of priority 1 without reminders. */
const groupOf = (name: string, rules: object = {}) =>
  world.api<{ id: string }>("POST", "/alert_groups", {
    title: name,
    priority_level: 1,
    repeat_minutes: 0,
    ...rules,
  });

async function person(name: string, ...groups: { id: string }[]): Promise<{ id: string }> {
  const user = await world.api<{ id: string }>("POST", "/users", { email: `${name}@example.com` });
  await world.api("POST", `/users/${user.id}/devices`, { kind: "ntfy", target: name });
  for (const group of groups) await joins(name, group);
  return user;
}
const joins = (name: string, group: { id: string }) =>
  world.api("POST", `/alert_groups/${group.id}/members`, { email: `${name}@example.com` });

/** The group of the incident, which is escalated to the leads after five minutes. */
async function escalating(leads: object, rules: object) {
  const next = await groupOf("Leads", leads);
  const own = await groupOf("Shop", {
    ...rules,
    escalate_to: next.id,
    escalate_after_minutes: 5,
  });
  return { own, leads: next };
}

describe("a page that a member's own hours hold back", () => {
  const held = async (leadsRules: object = {}) => {
    const { own, leads } = await escalating(leadsRules, {});
    const ada = await person("ada", own, leads);
    await world.api("PUT", `/alert_groups/${own.id}/members/${ada.id}`, shut);
    await person("bob", own);
    await breaks(world, own);
    return { own, ada };
  };

  test("does not keep back the page of the group that the incident is escalated to", async () => {
    await held();
    expect([titles(), titles("bob")]).toEqual([[], [title]]);
    await world.pass(minutes(6));
    expect(titles()).toEqual([`Escalated to Leads: ${title}`]);
    // It gives way to the one that has arrived.
    await world.pass(minutes(40));
    expect(titles()).toHaveLength(1);
  });

  test("leaves when its hours begin although one of another group is on hold, too", async () => {
    const { own, ada } = await held(later);
    await world.pass(minutes(20));
    expect(titles()).toEqual([]);
    await world.api("PUT", `/alert_groups/${own.id}/members/${ada.id}`, {
      contact_hours_all_day: true,
    });
    await world.pass(minutes(1));
    expect(titles()).toEqual([title]);
    await world.pass(minutes(60));
    expect(titles()).toEqual([title]);
  });
});

test("an escalation on hold keeps no reminder of another group back", async () => {
  const { own, leads } = await escalating(later, { repeat_minutes: 7, repeat_limit: 2 });
  await person("ada", own, leads);
  await breaks(world, own);
  await world.pass(minutes(15));
  expect(titles()).toEqual([title, `Reminder: ${title}`, `Reminder: ${title}`]);
});

test("a reminder that is dropped in one group keeps none of another group back", async () => {
  const { own, leads } = await escalating(
    { repeat_minutes: 5, repeat_limit: 2 },
    { priority_level: 2, repeat_minutes: 5 },
  );
  const ada = await person("ada", own, leads);
  await world.api("PUT", `/alert_groups/${own.id}/members/${ada.id}`, { minimum_priority: 1 });
  await breaks(world, own);
  await world.pass(minutes(11));
  expect(titles()).toEqual([
    `Escalated to Leads: ${title}`,
    `Reminder: ${title}`,
    `Reminder: ${title}`,
  ]);
});

describe("a push that waits in one group keeps none of the same instant in another group back", () => {
  const reminders = [`Reminder: ${title}`, `Reminder: ${title}`];

  test.each([
    ["a reminder that waits for hours", later],
    ["a reminder that a minimum priority drops", { minimum_priority: 1 }],
  ])("%s", async (_, hers) => {
    const { own, leads } = await escalating(
      { repeat_minutes: 5 },
      { priority_level: 2, repeat_minutes: 5 },
    );
    const ada = await person("ada", own, leads);
    await person("bob", own);
    await breaks(world, own);
    await world.api("PUT", `/alert_groups/${own.id}/members/${ada.id}`, hers);
    await world.pass(minutes(16));
    expect(titles("bob")).toEqual([title, `Reminder: ${title}`, ...reminders]);
    expect(titles()).toEqual([title, `Escalated to Leads: ${title}`, ...reminders]);
  });

  test("an escalation that waits for the hours of its group", async () => {
    const { own, leads } = await escalating(later, { repeat_minutes: 5 });
    await person("ada", own, leads);
    await breaks(world, own);
    await world.pass(minutes(11));
    expect(titles()).toEqual([title, ...reminders]);
  });
});

test("the reminders of a group go on when its hours begin, also when its page on hold gives way", async () => {
  const { own, leads } = await escalating(
    { ...shut, repeat_minutes: 7, repeat_limit: 1 },
    { repeat_minutes: 6, repeat_limit: 1 },
  );
  await person("ada", own, leads);
  await breaks(world, own);
  await world.pass(minutes(29));
  expect(titles()).toEqual([title, `Reminder: ${title}`]);
  await world.pass(minutes(1));
  expect(titles()).toEqual([title, `Reminder: ${title}`, `Reminder: ${title}`]);
});

test("the last member of a group leaves while a page is on hold: the next group is paged at once", async () => {
  const { own, leads } = await escalating({}, shut);
  const ada = await person("ada", own);
  await person("bob", leads);
  await breaks(world, own);
  await world.pass(minutes(10));
  expect([titles(), titles("bob")]).toEqual([[], []]);
  await world.api("DELETE", `/alert_groups/${own.id}/members/${ada.id}`);
  await world.pass(minutes(1));
  expect([titles(), titles("bob")]).toEqual([[], [`Escalated to Leads: ${title}`]]);
});

test("many pages on hold keep no other page back", async () => {
  const own = await groupOf("Shop", shut);
  const names = Array.from({ length: 30 }, (_, n) => `member-${n}`);
  for (const name of names) await person(name, own);
  const ada = await person("ada", own);
  await world.api("PUT", `/alert_groups/${own.id}/members/${ada.id}`, {
    contact_hours_all_day: true,
  });
  await breaks(world, own);
  expect([titles(), names.flatMap(titles)]).toEqual([[title], []]);
});

test("a newcomer of one group keeps no reminder of another group back", async () => {
  const { own, leads } = await escalating({}, { repeat_minutes: 7, repeat_limit: 3 });
  await person("bob", own, leads);
  const ada = await person("ada", own);
  await world.api("PUT", `/alert_groups/${own.id}/members/${ada.id}`, later);
  await breaks(world, own);
  await world.pass(minutes(10));
  expect(titles()).toEqual([]);
  await joins("ada", leads);
  await world.pass(minutes(5));
  expect(titles()).toEqual([title]);
  expect(titles("bob").filter((one) => one.startsWith("Reminder"))).toHaveLength(2);
});

test("an acknowledgement that ends starts no escalation while the page is on hold", async () => {
  const { own, leads } = await escalating({}, shut);
  await person("ada", own);
  await person("bob", leads);
  await breaks(world, own);
  await world.api("POST", "/incidents/1/acknowledge", { by: "Bob", for_minutes: 3 });
  await world.pass(minutes(29));
  expect([titles(), titles("bob")]).toEqual([[], []]);
  await world.pass(minutes(2));
  expect([titles().length, titles("bob")]).toEqual([1, []]);
  await world.pass(minutes(5));
  expect(titles("bob")).toEqual([`Escalated to Leads: ${title}`]);
});

test("a newcomer whose page is on hold through one group is paged by another one at once", async () => {
  const { own, leads } = await escalating({}, shut);
  await person("bob", leads);
  const chief = await person("cyd", own);
  await world.api("PUT", `/alert_groups/${own.id}/members/${chief.id}`, {
    contact_hours_all_day: true,
  });
  await breaks(world, own);
  await world.pass(minutes(6));
  expect(titles("bob")).toHaveLength(1);
  await person("ada", own, leads);
  await world.pass(1000);
  expect(titles()).toEqual([title]);
  await world.pass(minutes(60));
  expect(titles()).toEqual([title]);
});

test("what is on hold when somebody acknowledges is not sent when the hours begin", async () => {
  const own = await groupOf("Shop", shut);
  await person("ada", own);
  await breaks(world, own);
  await world.api("POST", "/incidents/1/acknowledge", { by: "Bob" });
  await world.pass(minutes(32));
  expect(titles()).toEqual([]);
  // Given back, it pages.
  await world.api("POST", "/incidents/1/unacknowledge", { by: "Bob" });
  await world.pass(1000);
  expect(titles()).toEqual([`Unacknowledged by Bob: ${title}`]);
});

test("what follows a page leaves through any group that paged the device, by whose hours it may", async () => {
  // The leads' hours end five minutes after Ada was paged through both groups.
  const { own, leads } = await escalating(contactHours("02:00:00", "03:10:00"), {});
  await person("ada", own, leads);
  await breaks(world, own);
  await world.pass(minutes(15));
  await world.api("POST", "/incidents/1/acknowledge", { by: "Bob" });
  await world.settle();
  await world.api("POST", "/incidents/1/resolve", { by: "Bob" });
  await world.settle();
  expect(titles()).toEqual([
    title,
    `Escalated to Leads: ${title}`,
    `Acknowledged by Bob: ${title}`,
    "Shop: resolved by Bob",
  ]);
});

test("an end on hold for the hours of a member leaves once they have left the group, also when they stay in another", async () => {
  const [own, other] = [await groupOf("Shop"), await groupOf("Other")];
  const ada = await person("ada", own, other);
  await person("bob", own);
  await world.api("PUT", `/alert_groups/${own.id}/members/${ada.id}`, {
    ...contactHours("03:00:00", "03:10:00"),
  });
  await breaks(world, own);
  await world.pass(minutes(12));
  await world.api("POST", "/incidents/1/resolve");
  await world.pass(minutes(1));
  expect([titles().length, titles("bob").length]).toEqual([1, 2]);
  await world.api("DELETE", `/alert_groups/${own.id}/members/${ada.id}`);
  await world.pass(minutes(1));
  expect(titles()).toEqual(titles("bob"));
});
