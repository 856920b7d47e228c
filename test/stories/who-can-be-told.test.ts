/** Who can be told changes: paging that depends on it goes on at once, not at its next look. */
import { beforeEach, describe, expect, test } from "vitest";
import { breaks, contactHours, teamOf } from "../support/responders.ts";
import { minutes, seconds, startWorld, type World } from "../support/world.ts";

let world: World;
beforeEach(async () => {
  // It is 03:00 UTC.
  world = await startWorld();
  return () => world.end();
});

const { groupOf, person, joins, scheduleOf, titles } = teamOf(() => world);
const shut = contactHours("03:30:00", "03:40:00");
const title = "Shop: 1 error in 600 minutes";

/** Ada has the page of an incident of her own group, which Bob is in, too, and that of its escalation. */
async function escalatedToAda() {
  const leads = await groupOf("Leads");
  const own = await groupOf("Shop", { escalate_to: leads.id, escalate_after_minutes: 5 });
  const ada = await person("ada", own, leads);
  await person("bob", own);
  await breaks(world, own);
  await world.pass(minutes(6));
  return { own, ada };
}

describe("nobody of a group can be paged any more while its page is on hold: the next group is paged at once", () => {
  test.each([
    [
      "its last member leaves",
      (own: string, ada: { id: string }) =>
        world.api("DELETE", `/alert_groups/${own}/members/${ada.id}`),
    ],
    [
      "its last device is disabled",
      (_: string, ada: { device: string }) => world.api("PUT", ada.device, { enabled: false }),
    ],
    [
      "its last device is removed",
      (_: string, ada: { device: string }) => world.api("DELETE", ada.device),
    ],
    [
      "its last member is deleted",
      (_: string, ada: { id: string }) => world.api("DELETE", `/users/${ada.id}`),
    ],
    [
      "another push finds its last device broken",
      async (_: string, ada: { device: string }) => {
        world.phone.failWith(403, "ada");
        await world.api("POST", `${ada.device}/test`);
      },
    ],
    [
      "a minimum priority drops it",
      (own: string, ada: { id: string }) =>
        world.api("PUT", `/alert_groups/${own}/members/${ada.id}`, { minimum_priority: 1 }),
    ],
  ] as const)("%s", async (_, happens) => {
    const leads = await groupOf("Leads");
    const own = await groupOf("Shop", {
      ...shut,
      priority_level: 2,
      escalate_to: leads.id,
      escalate_after_minutes: 5,
    });
    const ada = await person("ada", own);
    await person("bob", leads);
    await breaks(world, own);
    await world.pass(minutes(10));
    expect([titles("ada"), titles("bob")]).toEqual([[], []]);
    await happens(own.id, ada);
    await world.pass(seconds(1));
    expect([titles("ada"), titles("bob")]).toEqual([[], [`Escalated to Leads: ${title}`]]);
  });
});

describe("a reminder that found nobody leaves once somebody with the page", () => {
  test("joins", async () => {
    const leads = await groupOf("Leads");
    const own = await groupOf("Shop", {
      repeat_minutes: 5,
      escalate_to: leads.id,
      escalate_after_minutes: 5,
    });
    await person("ada", leads);
    await breaks(world, own);
    await world.pass(minutes(11));
    expect(titles("ada")).toEqual([`Escalated to Leads: ${title}`]);
    await joins("ada", own);
    await world.pass(seconds(1));
    expect(titles("ada")).toEqual([`Escalated to Leads: ${title}`, `Reminder: ${title}`]);
  });
});

test("who joins the group of an incident that is open again is paged, also with a page of an escalation before", async () => {
  const leads = await groupOf("Leads");
  const own = await groupOf("Shop", { escalate_to: leads.id, escalate_after_minutes: 5 });
  await person("ada", leads);
  await person("bob", own);
  await breaks(world, own);
  await world.pass(minutes(6));
  await world.api("POST", "/incidents/1/acknowledge", { by: "Bob" });
  await world.api("POST", "/incidents/1/unacknowledge", { by: "Bob" });
  await world.pass(seconds(1));
  expect(titles("bob").at(-1)).toBe(`Unacknowledged by Bob: ${title}`);
  expect(titles("ada").at(-1)).toBe(`Acknowledged by Bob: ${title}`);
  await joins("ada", own);
  await world.pass(seconds(1));
  expect(titles("ada").at(-1)).toBe(title);
});

test("who comes to the group of an escalation is paged when the page that they have is from before an acknowledgement", async () => {
  const leads = await groupOf("Leads", { repeat_minutes: 10, repeat_limit: 3 });
  const own = await groupOf("Shop", { escalate_to: leads.id, escalate_after_minutes: 5 });
  const ada = await person("ada", own);
  await person("bob", own);
  await breaks(world, own);
  await world.pass(minutes(1));
  expect(titles("ada")).toEqual([title]);
  await world.api("POST", "/incidents/1/acknowledge", { by: "Bob" });
  // The page that says that the incident is open again waits for these hours.
  const later = contactHours("08:00:00", "09:00:00");
  await world.api("PUT", `/alert_groups/${own.id}/members/${ada.id}`, later);
  await world.api("POST", "/incidents/1/unacknowledge", { by: "Bob" });
  await world.pass(minutes(6));
  const before = titles("ada");
  await joins("ada", leads);
  await world.pass(seconds(2));
  expect(titles("ada")).toEqual([...before, title]);
});

test("the end of an acknowledgement begins no clock of an escalation when the reminder before it was on hold", async () => {
  const leads = await groupOf("Leads");
  const own = await groupOf("Shop", {
    ...contactHours("02:00:00", "03:03:00"),
    repeat_minutes: 5,
    escalate_to: leads.id,
    escalate_after_minutes: 8,
  });
  await person("ada", own);
  await person("bob", leads);
  await breaks(world, own);
  await world.pass(minutes(6));
  await world.api("POST", "/incidents/1/acknowledge", { by: "Cyd", for_minutes: 3 });
  await world.pass(minutes(30));
  expect([titles("ada"), titles("bob")]).toEqual([[title], []]);
});

test("a reminder through another group starts the clock of a step whose page is on hold", async () => {
  const chiefs = await groupOf("Chiefs");
  const leads = await groupOf("Leads", {
    ...contactHours("05:30:00", "05:40:00"),
    escalate_to: chiefs.id,
    escalate_after_minutes: 5,
  });
  const own = await groupOf("Shop", {
    repeat_minutes: 20,
    escalate_to: leads.id,
    escalate_after_minutes: 2,
  });
  await person("ada", own, leads);
  await person("bob", chiefs);
  await breaks(world, own);
  await world.pass(minutes(24));
  expect([titles("ada"), titles("bob")]).toEqual([[title, `Reminder: ${title}`], []]);
  await world.pass(minutes(1) + seconds(15));
  expect(titles("bob")).toEqual([`Escalated to Chiefs: ${title}`]);
});

test("a page on hold that leaves through another group starts the clock of a step whose page is on hold", async () => {
  const chiefs = await groupOf("Chiefs");
  const leads = await groupOf("Leads", {
    ...contactHours("05:30:00", "05:40:00"),
    escalate_to: chiefs.id,
    escalate_after_minutes: 5,
  });
  const own = await groupOf("Shop", { escalate_to: leads.id, escalate_after_minutes: 2 });
  await person("ada", leads);
  await joins("ada", own, contactHours("03:10:00", "04:00:00"));
  // Paged at once: the step is not passed for want of a page.
  const eve = await person("eve", own);
  await person("bob", chiefs);
  await breaks(world, own);
  await world.pass(minutes(3));
  await world.api("DELETE", `/alert_groups/${own.id}/members/${eve.id}`);
  await world.pass(minutes(11));
  expect([titles("ada"), titles("bob")]).toEqual([[title], []]);
  await world.pass(minutes(1) + seconds(15));
  expect(titles("bob")).toEqual([`Escalated to Chiefs: ${title}`]);
});

test("a page on hold leaves at once when its person stays in the group by another place, whose hours are open", async () => {
  const own = await groupOf("Shop");
  const ada = await person("ada");
  await joins("ada", own, shut);
  await scheduleOf(ada, own);
  await breaks(world, own);
  await world.pass(minutes(1));
  expect(titles("ada")).not.toContain(title);
  await world.api("DELETE", `/alert_groups/${own.id}/members/${ada.id}`);
  await world.pass(seconds(1));
  expect(titles("ada")).toContain(title);
});

test("a page on hold that gives way at the instant of a reminder does not keep it back", async () => {
  const leads = await groupOf("Leads", { repeat_minutes: 5, repeat_limit: 3 });
  const own = await groupOf("Shop", {
    repeat_minutes: 3,
    repeat_limit: 2,
    escalate_to: leads.id,
    escalate_after_minutes: 5,
  });
  await person("bob", leads);
  await person("ada", own);
  await joins("ada", leads, contactHours("03:10:00", "04:00:00"));
  await breaks(world, own);
  await world.pass(minutes(9));
  const reminder = `Reminder: ${title}`;
  expect(titles("ada")).toEqual([title, reminder, reminder]);
  await world.pass(minutes(1) + seconds(2));
  expect(titles("ada")).toEqual([title, reminder, reminder, reminder]);
});

test("who left the group of an incident while it was acknowledged keeps it with the page of another of their groups", async () => {
  const { own, ada } = await escalatedToAda();
  await world.api("POST", "/incidents/1/acknowledge", { by: "Bob" });
  await world.api("DELETE", `/alert_groups/${own.id}/members/${ada.id}`);
  await world.pass(minutes(1));
  await world.api("POST", "/incidents/1/unacknowledge", { by: "Bob" });
  await world.pass(minutes(1));
  expect(titles("ada")).toEqual([
    title,
    `Escalated to Leads: ${title}`,
    `Acknowledged by Bob: ${title}`,
  ]);
  await world.api("POST", "/incidents/1/resolve", { by: "Bob" });
  await world.pass(seconds(10));
  expect(titles("ada").at(-1)).toBe("Shop: resolved by Bob");
});

test("a newcomer of two groups begins the reminders of the one anew that was paged first", async () => {
  const chiefs = await groupOf("Chiefs", { repeat_minutes: 0 });
  const leads = await groupOf("Leads", {
    repeat_minutes: 7,
    escalate_to: chiefs.id,
    escalate_after_minutes: 2,
  });
  const own = await groupOf("Shop", { escalate_to: leads.id, escalate_after_minutes: 5 });
  await person("ada", own);
  const eve = await person("eve", leads, chiefs);
  await breaks(world, own);
  await world.pass(minutes(17));
  const before = titles("eve");
  expect(before).toEqual([
    `Escalated to Leads: ${title}`,
    `Escalated to Chiefs: ${title}`,
    `Reminder: ${title}`,
  ]);
  await world.api("POST", `/users/${eve.id}/devices`, { kind: "ntfy", target: "eve-tablet" });
  // Leads were paged 12 minutes ago, and would be reminded again in two.
  await world.pass(minutes(6));
  expect([titles("eve"), titles("eve-tablet")]).toEqual([before, [title]]);
  await world.pass(minutes(1) + seconds(2));
  expect(titles("eve-tablet")).toEqual([title, `Reminder: ${title}`]);
});

test("who comes back to the group of an incident that is open again is paged, also with its page from before", async () => {
  const { own, ada } = await escalatedToAda();
  const before = [title, `Escalated to Leads: ${title}`];
  expect(titles("ada")).toEqual(before);
  await world.api("DELETE", `/alert_groups/${own.id}/members/${ada.id}`);
  for (const verb of ["acknowledge", "unacknowledge"]) {
    await world.pass(minutes(1));
    await world.api("POST", `/incidents/1/${verb}`, { by: "Bob" });
  }
  await world.pass(minutes(1));
  const news = titles("ada").length;
  await joins("ada", own);
  await world.pass(seconds(1));
  expect(titles("ada").slice(news)).toEqual([title]);
});
