/** Incidents over handoffs: the cases that were worked out by hand. People: Ada, Bob and Cyd, weekly, Mondays at 9 in Berlin. */
import { beforeEach, describe, expect, test } from "vitest";
import { breaks, contactHours, joins } from "../support/responders.ts";
import { minutes, seconds, startWorld, type World } from "../support/world.ts";

let world: World;
const ids: Record<string, string> = {};

/** `07:50` of the Monday of the second turn, UTC; or another day. */
const at = (time: string, date = "2026-12-07") => Date.parse(`${date}T${time}:00Z`);
const monday = { title: "Primary", timezone: "Europe/Berlin", start: "2026-11-30" };
const p1 = { priority_level: 1, repeat_minutes: 5, repeat_limit: 12 };

/** Moves the clock to an instant and a second. */
const until = (time: string, date?: string) =>
  world.pass(at(time, date) + 1000 - world.clock.now());

/** Pushes about shifts, which belong to no incident. */
const aboutShifts = /^(On call in|You are (not )?on call|Your shift)|has nobody/;

/** The pushes about incidents that a phone got, in order. */
const heard = (name: string) =>
  world.phone.messages(name).flatMap(({ title }) => (aboutShifts.test(title) ? [] : kindOf(title)));

/** The pushes about shifts that a phone got, in order. */
const shifts = (name: string) =>
  world.phone.messages(name).filter(({ title }) => aboutShifts.test(title));

function kindOf(title: string): string {
  if (title.startsWith("Handed over")) return "handed over";
  if (title.startsWith("Reminder")) return "reminder";
  if (title.startsWith("Escalated")) return "escalated";
  if (title.startsWith("Acknowledg")) return title.includes("expired") ? "expired" : "acknowledged";
  return /resolved/.test(title) ? "recovery" : "page";
}

/** A group notified through the schedule. */
async function groupOf(turn: "now" | "next", more: object = {}) {
  const group = await world.api<{ id: string }>("POST", "/alert_groups", {
    title: turn === "now" ? "Oncall" : "Backup",
    ...p1,
    ...more,
  });
  await world.api("PUT", `/alert_groups/${group.id}/schedules/${ids["primary"]}?turn=${turn}`, {});
  return group;
}

beforeEach(async () => {
  world = await startWorld({ start: at("07:49") });
  for (const name of ["ada", "bob", "cyd"]) {
    const body = { email: `${name}@example.com`, name };
    ids[name] = (await world.api<{ id: string }>("POST", "/users", body)).id;
    await world.api("POST", `/users/${ids[name]}/devices`, { kind: "ntfy", target: name });
  }
  const people = ["ada", "bob", "cyd"].map((name) => ids[name]);
  const schedule = await world.api<{ id: string }>("POST", "/schedules", { ...monday, people });
  ids["primary"] = schedule.id;
  return () => world.end();
});

/** The group with a backup that is next on call, and its incident at 07:50. */
async function opens(more: object = {}) {
  const backup = await groupOf("next");
  const group = await groupOf("now", {
    escalate_to: backup.id,
    escalate_after_minutes: 15,
    ...more,
  });
  await until("07:50");
  return breaks(world, group);
}

describe("an incident that is open over a handoff", () => {
  test("goes from the one who leaves to the one who comes, whose reminders begin anew; the backup is the next by then", async () => {
    await opens();
    await until("08:12");
    await world.api("POST", "/incidents/1/resolve");
    await world.settle();
    expect(heard("ada")).toEqual(["page", "reminder", "handed over"]);
    expect(heard("bob")).toEqual(["page", "reminder", "reminder", "recovery"]);
    expect(heard("cyd")).toEqual(["escalated", "reminder", "recovery"]);
  });

  test("that was acknowledged stays with the one who has it, until that expires", async () => {
    await opens({ acknowledge_for_minutes: 30 });
    await until("07:55");
    await world.api("POST", "/incidents/1/acknowledge", { by: "ada@example.com" });
    await until("08:24");
    expect(heard("bob")).toEqual([]);
    // The handoff names it.
    const [began] = shifts("bob").filter(({ title }) => title.startsWith("You are on call"));
    expect(began!.message).toContain("Open: #1 acknowledged by ada@example.com.");
    await until("08:26");
    expect(heard("bob")).toEqual(["expired"]);
    expect(heard("ada").at(-1)).toBe("handed over");
  });

  test("reaches the backup at once when the phone on call rejects its page, and nobody twice", async () => {
    world.phone.failWith(404, "ada");
    await opens();
    await until("07:51");
    expect(heard("bob")).toEqual(["escalated"]);
    await until("08:01");
    expect(heard("bob").filter((one) => one !== "reminder")).toEqual(["escalated"]);
    expect(heard("cyd")).toEqual(["page"]);
  });

  test("under a silence is held for the one who comes", async () => {
    const group = await groupOf("now");
    const backup = await groupOf("next");
    await world.api("PUT", `/alert_groups/${group.id}`, {
      escalate_to: backup.id,
      escalate_after_minutes: 15,
    });
    await world.api("POST", "/silences", {
      alert_group_id: group.id,
      until: "2026-12-07T08:30:00Z",
      reason: "deploy",
    });
    await until("07:50");
    await breaks(world, group);
    await until("08:29");
    expect([heard("ada"), heard("bob"), heard("cyd")]).toEqual([[], [], []]);
    await until("08:31");
    expect([heard("ada"), heard("bob"), heard("cyd")]).toEqual([[], ["page"], []]);
  });

  test("is told late, once and by the time of sending, when monitord was stopped over the handoff", async () => {
    await opens();
    await until("07:58");
    await world.away(at("08:04") - world.clock.now());
    await world.pass(1000);
    expect(heard("bob")).toEqual(["page"]);
    const handoffs = () => shifts("bob").filter(({ title }) => title.startsWith("You are on call"));
    expect(handoffs().map(({ title }) => title)).toEqual([
      "You are on call: Primary until Mon 14 Dec 09:00",
    ]);
    expect(heard("ada")).toEqual(["page", "reminder", "handed over"]);
    await until("08:06");
    expect(heard("cyd")).toEqual(["escalated"]);
    await until("08:08");
    expect(heard("bob")).toEqual(["page"]);
    await until("08:10");
    expect(heard("bob")).toEqual(["page", "reminder"]);
    expect(handoffs()).toHaveLength(1);
  });
});

describe("an override while an incident is open", () => {
  const take = () =>
    world.api<{ overrides: { id: string }[] }>("POST", `/schedules/${ids["primary"]}/overrides`, {
      mode: "take",
      user_id: ids["cyd"],
      until: "2026-12-07T08:30:00Z",
    });

  test("pages the one who takes the shift, and at its end the one whose turn it is by then", async () => {
    const group = await groupOf("now");
    await until("07:50");
    await breaks(world, group);
    await until("07:52");
    await take();
    await until("07:53");
    expect(heard("ada")).toEqual(["page", "handed over"]);
    expect(heard("cyd")).toEqual(["page"]);
    await until("08:01");
    expect(heard("bob")).toEqual([]);
    await until("08:31");
    expect(heard("bob")).toEqual(["page"]);
    expect(heard("cyd").at(-1)).toBe("handed over");
    expect(heard("ada")).toEqual(["page", "handed over"]);
  });

  test("that is ended early pages at once", async () => {
    const group = await groupOf("now");
    await until("07:50");
    await breaks(world, group);
    await until("07:52");
    const { overrides } = await take();
    await until("08:10");
    await world.api("DELETE", `/overrides/${overrides[0]!.id}`);
    await until("08:11");
    expect(heard("bob")).toEqual(["page"]);
  });

  test("of somebody who is away over Christmas lets another one stand in", async () => {
    await world.api("POST", `/users/${ids["bob"]}/absences`, {
      until: "2026-12-21T00:00:00Z",
    });
    const group = await groupOf("now");
    await until("08:01");
    await breaks(world, group);
    await until("08:02");
    expect([heard("ada").length + heard("cyd").length, heard("bob")]).toEqual([1, []]);
  });
});

describe("a schedule in which nobody is next", () => {
  const alone = () => world.api("PUT", `/schedules/${ids["primary"]}`, { people: [ids["ada"]] });

  test("pages its people for a group that has nobody but the next person", async () => {
    const group = await groupOf("next");
    await alone();
    await breaks(world, group);
    await world.pass(minutes(1));
    expect(heard("ada")).toEqual(["page"]);
    const { timeline } = await world.api<{ timeline: { text: string }[] }>("GET", "/incidents/1");
    expect(timeline.map(({ text }) => text)).toContain(
      'Nobody is next in "Primary": everybody is paged.',
    );
    const who = await world.api<{ people: { told: boolean }[] }>(
      "GET",
      `/alert_groups/${group.id}/who`,
    );
    expect(who.people.map(({ told }) => told)).toEqual([true]);
  });

  test("pages them again when such a group is the last to escalate to", async () => {
    const backup = await groupOf("next");
    const group = await groupOf("now", { escalate_to: backup.id, escalate_after_minutes: 15 });
    await alone();
    await breaks(world, group);
    await world.pass(minutes(16));
    expect(heard("ada").filter((kind) => kind !== "reminder")).toEqual(["page", "escalated"]);
  });
});

describe("a schedule with nobody on call", () => {
  const away = () =>
    world.api("PUT", `/schedules/${ids["primary"]}`, {
      contact_hours_from: "09:00:00",
      contact_hours_to: "09:01:00",
    });

  /** Mia's group. */
  async function bossesOf() {
    const bosses = await world.api<{ id: string }>("POST", "/alert_groups", {
      title: "Bosses",
      ...p1,
    });
    await joins(world, "mia", bosses);
    return bosses;
  }

  test("pages the group that is escalated to at once", async () => {
    const bosses = await bossesOf();
    const group = await groupOf("now", { escalate_to: bosses.id, escalate_after_minutes: 15 });
    await away();
    await until("07:50");
    await breaks(world, group);
    await until("07:51");
    expect([heard("ada"), heard("mia")]).toEqual([[], ["escalated"]]);
  });

  test.each<[string, (group: { id: string }, phone: string) => Promise<unknown>]>([
    [
      "the only person goes away",
      () => world.api("POST", `/users/${ids["ada"]}/absences`, { until: "2026-12-07T10:00:00Z" }),
    ],
    ["the hours of the schedule end", () => away()],
    [
      "the schedule leaves the group",
      ({ id }) => world.api("DELETE", `/alert_groups/${id}/schedules/${ids["primary"]}`),
    ],
    [
      "the phone of the only person is switched off",
      (_, phone) => world.api("PUT", `/users/${ids["ada"]}/devices/${phone}`, { enabled: false }),
    ],
    ["it is removed", (_, phone) => world.api("DELETE", `/users/${ids["ada"]}/devices/${phone}`)],
  ])("pages that group when %s while a page is on hold", async (_, leave) => {
    const bosses = await bossesOf();
    await world.api("PUT", `/schedules/${ids["primary"]}`, { people: [ids["ada"]] });
    const group = await groupOf("now", {
      escalate_to: bosses.id,
      escalate_after_minutes: 15,
      urgent_ignores_contact_hours: false,
      ...contactHours("12:00:00", "13:00:00"),
    });
    const [phone] = await world.api<{ id: string }[]>("GET", `/users/${ids["ada"]}/devices`);
    await until("07:50");
    await breaks(world, group);
    await until("07:51");
    expect([heard("ada"), heard("mia")]).toEqual([[], []]);
    await leave(group, phone!.id);
    await world.pass(seconds(2));
    expect([heard("ada"), heard("mia")]).toEqual([[], ["escalated"]]);
  });

  test("pages all its people, once each, when the next person is the last to escalate to", async () => {
    const backup = await groupOf("next");
    const group = await groupOf("now", {
      escalate_to: backup.id,
      escalate_after_minutes: 15,
    });
    await away();
    await until("07:50");
    await breaks(world, group);
    await until("07:51");
    for (const name of ["ada", "bob", "cyd"]) expect(heard(name)).toEqual(["escalated"]);
  });

  test("pages all its people, once each, when there is no such group", async () => {
    const group = await groupOf("now");
    await away();
    await until("07:50");
    await breaks(world, group);
    await until("07:52");
    for (const name of ["ada", "bob", "cyd"]) expect(heard(name)).toEqual(["page"]);
    const { timeline } = await world.api<{ timeline: { text: string }[] }>("GET", "/incidents/1");
    expect(timeline.map(({ text }) => text)).toContain(
      'Nobody is on call in "Primary": everybody is paged.',
    );
    const who = await world.api<{ people: { told: boolean }[] }>(
      "GET",
      `/alert_groups/${group.id}/who`,
    );
    expect(who.people.map(({ told }) => told)).toEqual([true, true, true]);
  });
});
