/** Pages that insist: what counts as paged, who is next, and how an incident goes from one person to another. */
import { beforeEach, describe, expect, test } from "vitest";
import { contactHours, joins } from "../support/responders.ts";
import { minutes, seconds, startWorld, topic, type World } from "../support/world.ts";

interface Incident {
  id: string;
  status: string;
  timeline: { text: string }[];
  reach: { escalation: { at: string | null } | null };
}

let world: World;

beforeEach(async () => {
  // It is 03:00 UTC on a Saturday. Ada, whose phone is `topic`, is in the group of `world.onCall`.
  world = await startWorld();
  return () => world.end();
});

const titles = (of: string = topic) => world.phone.messages(of).map(({ title }) => title);

/** Another group with one member, and a phone named after the person. */
async function groupOf(name: string, more: Record<string, unknown> = {}) {
  const group = await world.api<{ id: string }>("POST", "/alert_groups", {
    title: "Leads",
    priority_level: 1,
    repeat_minutes: 0,
    ...more,
  });
  await joins(world, name, group);
  return group;
}

async function breaks(group: { id: string }) {
  const monitor = await world.api<{ id: string; webhook_url: string }>(
    "POST",
    "/webhook_monitors",
    {
      title: "Shop",
      alert_group_id: group.id,
      error_rate_window_minutes: 600,
    },
  );
  await world.report(monitor, "boom");
  await world.pass(1);
  return monitor;
}

const incident = () => world.api<Incident>("GET", "/incidents/1");
const said = async () => (await incident()).timeline.map(({ text }) => text);
const quiet = { priority_level: 1, repeat_minutes: 0 };

describe("escalation counts from the first attempt to page", () => {
  test("not while the contact hours are closed: a quiet night does not wake the leads first", async () => {
    const leads = await groupOf("lea");
    const group = await world.onCall({
      ...quiet,
      ...contactHours("03:10:00", "18:00:00"),
      escalate_to: leads.id,
      escalate_after_minutes: 5,
    });
    await breaks(group);
    await world.pass(minutes(9));
    expect([titles(), titles("lea")]).toEqual([[], []]);
    await world.pass(minutes(2));
    expect(titles()).toHaveLength(1);
    await world.pass(minutes(3));
    expect(titles("lea")).toEqual([]);
    await world.pass(minutes(2));
    expect(titles("lea")).toEqual(["Escalated to Leads: Shop: 1 error in 600 minutes"]);
  });

  test("nor while a member's own hours are, whose beginning starts the clock", async () => {
    const leads = await groupOf("lea");
    const group = await world.api<{ id: string }>("POST", "/alert_groups", {
      title: "Oncall",
      ...quiet,
      escalate_to: leads.id,
      escalate_after_minutes: 5,
    });
    await joins(world, "bo", group, contactHours("03:10:00", "18:00:00"));
    await breaks(group);
    await world.pass(minutes(9));
    expect((await incident()).reach.escalation).toMatchObject({ at: null });
    expect([titles("bo"), titles("lea")]).toEqual([[], []]);
    await world.pass(minutes(5));
    expect([titles("bo").length, titles("lea")]).toEqual([1, []]);
    await world.pass(minutes(2));
    expect(titles("lea")).toHaveLength(1);
  });

  test("and stands while a silence covers the incident, also one that is ended", async () => {
    const leads = await groupOf("lea");
    const group = await world.onCall({
      ...quiet,
      escalate_to: leads.id,
      escalate_after_minutes: 5,
    });
    const { id } = await breaks(group);
    await world.pass(minutes(2));
    const silence = await world.api<{ id: string }>("POST", "/silences", {
      monitor_id: id,
      until_recovered: true,
      reason: "looking",
    });
    await world.pass(minutes(10));
    expect(titles("lea")).toEqual([]);
    await world.api("DELETE", `/silences/${silence.id}`);
    await world.pass(minutes(2));
    expect(titles("lea")).toEqual([]);
    await world.pass(minutes(2));
    expect(titles("lea")).toHaveLength(1);
  });
});

describe("a group of which nobody was reached is passed at once", () => {
  test("when the only phone rejects its page", async () => {
    const leads = await groupOf("lea");
    const group = await world.onCall({
      ...quiet,
      escalate_to: leads.id,
      escalate_after_minutes: 15,
    });
    world.phone.failWith(404, topic);
    await breaks(group);
    await world.pass(seconds(5));
    expect(titles("lea")).toEqual(["Escalated to Leads: Shop: 1 error in 600 minutes"]);
    expect(await said()).toContain(
      'Escalated to "Leads" at once: the group before it could not be reached.',
    );
  });

  test("when it has no member, and so on along the chain", async () => {
    const bosses = await groupOf("max", { title: "Bosses" });
    const leads = await world.api<{ id: string }>("POST", "/alert_groups", {
      title: "Leads",
      ...quiet,
      escalate_to: bosses.id,
      escalate_after_minutes: 15,
    });
    const group = await world.api<{ id: string }>("POST", "/alert_groups", {
      title: "Empty",
      ...quiet,
      escalate_to: leads.id,
      escalate_after_minutes: 15,
    });
    await breaks(group);
    await world.pass(seconds(10));
    expect(titles("max")).toEqual(["Escalated to Bosses: Shop: 1 error in 600 minutes"]);
  });
});

test("a group that was escalated to is reminded by its own rules", async () => {
  const leads = await groupOf("lea", { repeat_minutes: 1, repeat_limit: 2 });
  const group = await world.onCall({ ...quiet, escalate_to: leads.id, escalate_after_minutes: 1 });
  await breaks(group);
  await world.pass(minutes(5));
  expect(titles()).toHaveLength(1);
  expect(titles("lea")).toEqual([
    "Escalated to Leads: Shop: 1 error in 600 minutes",
    "Reminder: Shop: 1 error in 600 minutes",
    "Reminder: Shop: 1 error in 600 minutes",
  ]);
  expect(await said()).toContain('Reminder sent to "Leads": still unacknowledged.');
});

describe("an incident goes from one person to another", () => {
  test("when somebody leaves the group: one push, no recovery, and the newcomer has it", async () => {
    const group = await world.onCall(quiet);
    await breaks(group);
    await world.pass(minutes(1));
    await joins(world, "bo", group);
    await world.pass(seconds(2));
    const [ada] = await world
      .api<{ user_id: string; email: string }[]>("GET", `/alert_groups/${group.id}/members`)
      .then((members) => members.filter(({ email }) => email.startsWith("ada")));
    await world.api("DELETE", `/alert_groups/${group.id}/members/${ada!.user_id}`);
    await world.pass(seconds(5));
    expect(titles().at(-1)).toBe("Handed over to bo: Shop: 1 error in 600 minutes");
    expect(titles("bo")).toHaveLength(1);
    expect(await said()).toContain("Handed over from Ada to bo.");
    await world.api("POST", "/incidents/1/resolve");
    await world.pass(seconds(5));
    expect(titles()).toHaveLength(2);
    expect(titles("bo")).toHaveLength(2);
    // Who comes back is paged like a newcomer, in the next incident as in this one.
    expect(world.phone.messages(topic).at(-1)).toMatchObject({ priority: 3 });
  });

  test("whoever acknowledged it keeps it, and hears the end in the group or not", async () => {
    const group = await world.onCall(quiet);
    await joins(world, "bo", group);
    await breaks(group);
    const members = await world.api<{ user_id: string; email: string }[]>(
      "GET",
      `/alert_groups/${group.id}/members`,
    );
    const ada = members.find(({ email }) => email.startsWith("ada"))!;
    await world.api("POST", "/incidents/1/acknowledge", { by: "Ada" });
    await world.api("DELETE", `/alert_groups/${group.id}/members/${ada.user_id}`);
    await world.pass(minutes(1));
    expect(titles().at(-1)).toMatch(/^Acknowledged by Ada/);
    await world.api("POST", "/incidents/1/resolve");
    await world.pass(seconds(5));
    expect(titles().at(-1)).toMatch(/resolved/);
  });

  test("the last one to leave keeps hearing of it: it is not handed over to nobody", async () => {
    const group = await world.onCall(quiet);
    await breaks(group);
    const [ada] = await world.api<{ user_id: string }[]>(
      "GET",
      `/alert_groups/${group.id}/members`,
    );
    await world.api("DELETE", `/alert_groups/${group.id}/members/${ada!.user_id}`);
    await world.pass(minutes(1));
    await world.api("POST", "/incidents/1/resolve");
    await world.pass(seconds(5));
    expect(titles()).toHaveLength(2);
  });

  test("given back, it pages everybody at once", async () => {
    const group = await world.onCall(quiet);
    await joins(world, "bo", group);
    await breaks(group);
    await world.api("POST", "/incidents/1/acknowledge", { by: "Ada" });
    await world.pass(minutes(5));
    await world.api("POST", "/incidents/1/unacknowledge", { by: "Ada" });
    await world.pass(1);
    for (const phone of [topic, "bo"])
      expect(world.phone.shown(phone)).toMatchObject([
        {
          title: "Unacknowledged by Ada: Shop: 1 error in 600 minutes",
          message: expect.stringMatching(/^Open for 5 min, unacknowledged\.\n/),
        },
      ]);
  });
});

test("a page says how long its incident is open when it is sent, not when it was queued", async () => {
  const group = await world.onCall({ ...quiet, repeat_minutes: 5 });
  const { id } = await breaks(group);
  await world.api("POST", "/silences", {
    monitor_id: id,
    until: new Date(world.clock.now() + minutes(30)).toISOString().replace(/\.\d+/, ""),
    reason: "deploy",
  });
  await world.pass(minutes(31));
  expect(world.phone.messages(topic).at(-1)!.message).toMatch(/^Open for 30 min, unacknowledged\./);
});

describe("more people and groups can be asked to help", () => {
  test("a person at any hour, and a group by its rules, until it is acknowledged", async () => {
    const group = await world.onCall({ ...quiet, repeat_minutes: 2 });
    const leads = await groupOf("lea", {
      ...contactHours("08:00:00", "18:00:00"),
      repeat_minutes: 1,
    });
    const bo = await joins(world, "bo", leads, {
      minimum_priority: 1,
      ...contactHours("08:00:00", "18:00:00"),
    });
    const dbs = await groupOf("dee", { title: "Databases", repeat_minutes: 1, repeat_limit: 1 });
    await breaks(group);
    await world.api("POST", "/incidents/1/page", {
      user_ids: [bo.id],
      alert_group_ids: [dbs.id],
      by: "Ada",
    });
    await world.pass(minutes(3));
    const asked = "Ada asks for help: Shop: 1 error in 600 minutes";
    const reminder = "Reminder: Shop: 1 error in 600 minutes";
    expect(titles("bo")).toEqual([asked, reminder]);
    expect(titles("dee")).toEqual([asked, reminder]);
    expect(titles("lea")).toEqual([]);
    expect(await said()).toContain('Ada asked bo, "Databases" to help.');
    // A phone that comes later is paged, too.
    await world.api("POST", `/users/${bo.id}/devices`, { kind: "ntfy", target: "bo-tablet" });
    await world.pass(seconds(5));
    expect(titles("bo-tablet")).toHaveLength(1);
    await world.api("POST", "/incidents/1/acknowledge", { by: "Ada" });
    await world.pass(minutes(5));
    expect(titles("bo").at(-1)).toMatch(/^Acknowledged by Ada/);
    // Given back, it pages them again.
    await world.api("POST", "/incidents/1/unacknowledge", { by: "Ada" });
    await world.pass(seconds(5));
    expect(titles("bo").at(-1)).toMatch(/^Unacknowledged by Ada/);
    await world.api("POST", "/incidents/1/resolve");
    await world.pass(seconds(5));
    for (const phone of ["bo", "dee"]) expect(titles(phone).at(-1)).toMatch(/resolved/);
  });

  test("and who is unknown is named", async () => {
    await breaks(await world.onCall(quiet));
    await expect(
      world.api("POST", "/incidents/1/page", { user_ids: ["nobody"], alert_group_ids: ["none"] }),
    ).rejects.toThrow(/user_ids\[0\].*alert_group_ids\[0\]/);
    await expect(world.api("POST", "/incidents/1/hand-over", {})).rejects.toThrow(
      /either a user or an alert group/,
    );
    await world.api("POST", "/incidents/1/resolve");
    await world.pass(1);
    const [ada] = await world.api<{ id: string }[]>("GET", "/users");
    for (const [verb, body] of [
      ["page", { user_ids: [ada!.id] }],
      ["hand-over", { user_id: ada!.id }],
    ] as const)
      await expect(world.api("POST", `/incidents/1/${verb}`, body)).rejects.toThrow(
        /409.*is resolved/,
      );
  });
});

describe("an incident is handed over", () => {
  test("to a person, who takes it with the button of the page, although somebody has it", async () => {
    await world.end();
    world = await startWorld({ siteUrl: "https://monitor.example.com" });
    const group = await world.onCall(quiet);
    const bo = await joins(world, "bo", await groupOf("lea"));
    await breaks(group);
    await world.api("POST", "/incidents/1/acknowledge", { by: "Ada" });
    await world.api("POST", "/incidents/1/hand-over", { user_id: bo.id, by: "Ada" });
    await world.pass(seconds(5));
    const page = world.phone.messages("bo").at(-1)!;
    expect(page.title).toBe("Ada hands it over to you: Shop: 1 error in 600 minutes");
    expect(page.message).not.toMatch(/unacknowledged/);
    expect(await world.api("GET", "/incidents/1")).toMatchObject({ acknowledged_by: "Ada" });
    const { url } = page.actions.find(({ label }) => label === "Acknowledge")!;
    await fetch(url.replace("https://monitor.example.com", world.daemon.url), { method: "POST" });
    await world.pass(seconds(5));
    expect(await world.api("GET", "/incidents/1")).toMatchObject({ acknowledged_by: "bo" });
    expect(titles().at(-1)).toBe("Taken over by bo: Shop: 1 error in 600 minutes");
  });

  test("to a group, and those who were asked before hear no more of it, either", async () => {
    const group = await world.onCall(quiet);
    const bo = await joins(world, "bo", await groupOf("lea"));
    const dbs = await groupOf("dee", { title: "Databases" });
    await breaks(group);
    await world.api("POST", "/incidents/1/page", { user_ids: [bo.id], by: "Ada" });
    await world.pass(seconds(5));
    await world.api("POST", "/incidents/1/hand-over", { alert_group_id: dbs.id, by: "Ada" });
    await world.pass(minutes(2));
    expect(titles("bo")).toEqual([
      "Ada asks for help: Shop: 1 error in 600 minutes",
      'Handed over to "Databases": Shop: 1 error in 600 minutes',
    ]);
    await world.api("POST", "/incidents/1/resolve");
    await world.pass(seconds(5));
    expect(titles("bo")).toHaveLength(2);
  });

  test("to a group, which is paged by its rules, and the others hear no more of it", async () => {
    const group = await world.onCall(quiet);
    const dbs = await groupOf("dee", { title: "Databases", repeat_minutes: 1, repeat_limit: 1 });
    await breaks(group);
    await world.api("POST", "/incidents/1/acknowledge", { by: "Ada" });
    await world.api("POST", "/incidents/1/hand-over", { alert_group_id: dbs.id, by: "Ada" });
    await world.pass(minutes(2));
    expect(titles("dee")).toEqual([
      "Shop: 1 error in 600 minutes",
      "Reminder: Shop: 1 error in 600 minutes",
    ]);
    expect(titles().at(-1)).toBe('Handed over to "Databases": Shop: 1 error in 600 minutes');
    const heard = titles().length;
    await world.api("POST", "/incidents/1/resolve");
    await world.pass(seconds(5));
    expect(titles()).toHaveLength(heard);
    expect(titles("dee").at(-1)).toMatch(/resolved/);
  });
});
