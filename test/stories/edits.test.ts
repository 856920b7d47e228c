/** What an edit does to incidents that are open. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { minutes, startWorld, type World } from "../support/world.ts";

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.end());

type Shop = { id: string; webhook_url: string };
type Group = { id: string };
interface Incident {
  status: string;
  alert_group_id: string;
  priority_level: number;
  timeline: { kind: string; text: string }[];
}

const messages = (of: string) => world.phone.messages(of);
const titles = (of: string) => messages(of).map(({ title }) => title);
const incident = () => world.api<Incident>("GET", "/incidents/1");
const texts = async (...kinds: string[]) =>
  (await incident()).timeline.filter(({ kind }) => kinds.includes(kind)).map(({ text }) => text);
const edit = async (group: Group, fields: object) => {
  await world.api("PUT", `/alert_groups/${group.id}`, fields);
  await world.settle();
};

/** A group with one member, called like the phone's topic. */
async function groupOf(title: string, name: string, more: object = {}): Promise<Group> {
  const group = await world.api<Group>("POST", "/alert_groups", {
    title,
    priority_level: 2,
    repeat_minutes: 0,
    ...more,
  });
  const user = await world.api<{ id: string }>("POST", "/users", {
    email: `${name}@example.com`,
    name,
  });
  await world.api("POST", `/users/${user.id}/devices`, { kind: "ntfy", target: name });
  await join(group, name);
  return group;
}
const join = (group: Group, name: string) =>
  world.api("POST", `/alert_groups/${group.id}/members`, { email: `${name}@example.com` });

/** A webhook monitor that fires. */
async function firing(group: Group): Promise<Shop> {
  const shop = await world.api<Shop>("POST", "/webhook_monitors", {
    title: "Shop",
    alert_group_id: group.id,
    error_rate_threshold: 1,
    error_rate_window_minutes: 600,
  });
  await world.report(shop);
  await world.settle();
  return shop;
}
const move = async (shop: Shop, group: Group) => {
  await world.api("PUT", `/webhook_monitors/${shop.id}`, { alert_group_id: group.id });
  await world.settle();
};

describe("a monitor that moves to another group", () => {
  test("takes its open incident along: the new group is paged under its rules, the old one hears of it once", async () => {
    const old = await groupOf("Old", "ada");
    const next = await groupOf("New", "bo", { priority_level: 1, repeat_minutes: 1 });
    const shop = await firing(old);
    await world.pass(minutes(3));
    await move(shop, next);
    expect(await incident()).toMatchObject({ alert_group_id: next.id, priority_level: 1 });
    expect(messages("bo")).toMatchObject([
      {
        title: expect.stringMatching(/^Shop/),
        message: expect.stringMatching(
          /^Open for 3 min, unacknowledged\.\n[^]*Moved from "Old" by story\.$/,
        ),
        priority: 5,
      },
    ]);
    expect(messages("ada").slice(1)).toMatchObject([
      { title: expect.stringMatching(/^Handed over to "New": Shop/), priority: 3, actions: [] },
    ]);
    expect(await texts("moved", "priority_changed")).toEqual([
      'Moved from "Old" to "New" by story.',
      'Priority raised from 2 to 1, as "New" has it now.',
    ]);
    // Reminders follow, and the old group can go.
    await world.api("DELETE", `/alert_groups/${old.id}`);
    await world.pass(minutes(2));
    expect(titles("bo").slice(1)).toEqual([
      expect.stringMatching(/^Reminder/),
      expect.stringMatching(/^Reminder/),
    ]);
    await world.api("POST", "/incidents/1/resolve", {});
    await world.settle();
    expect([titles("ada").length, titles("bo").length]).toEqual([2, 4]);
  });

  test("does not page a member of both groups again", async () => {
    const old = await groupOf("Old", "ada");
    const next = await groupOf("New", "bo");
    await join(next, "ada");
    await move(await firing(old), next);
    expect([titles("ada").length, titles("bo").length]).toEqual([1, 1]);
  });

  test("cancels what has not left for the old group", async () => {
    const night = {
      contact_hours_all_day: false,
      contact_hours_from: "08:00:00",
      contact_hours_to: "18:00:00",
    };
    const old = await groupOf("Old", "ada", night);
    const next = await groupOf("New", "bo");
    await move(await firing(old), next);
    await world.pass(minutes(6 * 60));
    expect([titles("ada"), titles("bo").length]).toEqual([[], 1]);
    expect(await texts("dropped")).toEqual([
      "1 queued notification canceled: the incident was handed over.",
    ]);
  });

  test("whose page is being tried again is not paged any more", async () => {
    const old = await groupOf("Old", "ada");
    const next = await groupOf("New", "bo");
    world.phone.failWith(500, "ada");
    const shop = await firing(old);
    await move(shop, next);
    world.phone.failWith(null, "ada");
    await world.pass(minutes(2));
    expect([titles("ada"), titles("bo").length]).toEqual([[], 1]);
  });

  test("stays acknowledged: the new group gets the news in place of a page", async () => {
    const old = await groupOf("Old", "ada");
    const next = await groupOf("New", "bo");
    const shop = await firing(old);
    await world.api("POST", "/incidents/1/acknowledge", { by: "Ada" });
    await move(shop, next);
    expect((await incident()).status).toBe("acknowledged");
    for (const name of ["ada", "bo"])
      expect(messages(name).at(-1)).toMatchObject({
        title: expect.stringMatching(/^Handed over to "New": Shop/),
        message: expect.stringMatching(/^Acknowledged by Ada\./),
        priority: 3,
      });
    await world.api("POST", "/incidents/1/unacknowledge", { by: "Ada" });
    await world.settle();
    expect(titles("bo").at(-1)).toMatch(/^Unacknowledged by Ada: Shop/);
    expect(titles("ada")).toHaveLength(3);
  });

  test("and comes back pages the first group again", async () => {
    const old = await groupOf("Old", "ada");
    const next = await groupOf("New", "bo");
    const shop = await firing(old);
    await move(shop, next);
    await world.pass(minutes(1));
    await move(shop, old);
    expect(titles("ada")).toEqual([
      expect.stringMatching(/^Shop/),
      expect.stringMatching(/^Handed over to "New"/),
      expect.stringMatching(/^Shop/),
    ]);
    expect(titles("bo").at(-1)).toMatch(/^Handed over to "Old"/);
  });

  test("by an apply does the same, to a group that the apply creates", async () => {
    await groupOf("Spare", "bo");
    const apply = (title: string) =>
      world.api("POST", "/apply", {
        project: "shop",
        alert_groups: [
          { external_id: "oncall", title: "On call", members: [] },
          ...(title === "On call"
            ? []
            : [{ external_id: "new", title, members: ["bo@example.com"] }]),
        ],
        webhook_monitors: [
          {
            external_id: "shop",
            title: "Shop",
            alert_group: title === "On call" ? "oncall" : "new",
            error_rate_threshold: 1,
            error_rate_window_minutes: 600,
          },
        ],
      });
    await apply("On call");
    const [shop] = await world.api<Shop[]>("GET", "/webhook_monitors");
    await world.report(shop!);
    await world.settle();
    await apply("New");
    await world.settle();
    expect(titles("bo")).toEqual([expect.stringMatching(/^Shop/)]);
    expect(await texts("moved")).toEqual(['Moved from "On call" to "New" by story.']);
  });
});

describe("a group that is edited", () => {
  test("reminds by its new rules of incidents that are open", async () => {
    const group = await groupOf("On call", "ada");
    await firing(group);
    await world.pass(minutes(7));
    await edit(group, { repeat_minutes: 5 });
    expect(titles("ada").slice(1)).toEqual([expect.stringMatching(/^Reminder/)]);
    await world.pass(minutes(3));
    expect(titles("ada")).toHaveLength(3);
  });

  test("delays no reminder of another group, however often it is edited", async () => {
    const group = await groupOf("Shop", "ada", { repeat_minutes: 5, repeat_limit: 1 });
    // His page is on hold.
    await groupOf("Other", "bo");
    await join(group, "bo");
    const [bo] = (
      await world.api<{ user_id: string; email: string }[]>(
        "GET",
        `/alert_groups/${group.id}/members`,
      )
    ).filter(({ email }) => email === "bo@example.com");
    await world.api("PUT", `/alert_groups/${group.id}/members/${bo!.user_id}`, {
      contact_hours_all_day: false,
      contact_hours_from: "08:00:00",
      contact_hours_to: "18:00:00",
    });
    const other = await groupOf("Third", "cyd");
    await firing(group);
    await world.pass(minutes(5) - 1000);
    await edit(other, {
      contact_hours_all_day: false,
      contact_hours_from: "09:00:00",
      contact_hours_to: "18:00:00",
    });
    await world.pass(1000);
    expect(titles("ada").slice(1)).toEqual([expect.stringMatching(/^Reminder/)]);
    expect(titles("bo")).toEqual([]);
  });

  test("with another interval counts from the last reminder, not from the page", async () => {
    const group = await groupOf("Shop", "ada", { repeat_minutes: 5, repeat_limit: 12 });
    await firing(group);
    await world.pass(minutes(16));
    expect(titles("ada")).toHaveLength(4);
    await edit(group, { repeat_minutes: 30 });
    await world.pass(minutes(28));
    expect(titles("ada")).toHaveLength(4);
    await world.pass(minutes(2));
    expect(titles("ada")).toHaveLength(5);
    await edit(group, { repeat_minutes: 10 });
    await world.pass(minutes(11));
    expect(titles("ada")).toHaveLength(6);
  });

  test("escalates by its new rules what is open", async () => {
    const leads = await groupOf("Leads", "bo");
    const group = await groupOf("On call", "ada");
    await firing(group);
    await world.pass(minutes(7));
    await edit(group, { escalate_to: leads.id, escalate_after_minutes: 5 });
    expect(titles("bo")).toEqual([expect.stringMatching(/^Escalated to Leads/)]);
  });

  test("whose acknowledgements expire lets one that was made before expire", async () => {
    const group = await groupOf("On call", "ada");
    await firing(group);
    await world.api("POST", "/incidents/1/acknowledge", { by: "Ada" });
    await world.pass(minutes(7));
    await edit(group, { acknowledge_for_minutes: 5 });
    expect((await incident()).status).toBe("open");
  });

  test("with a higher priority raises what is open: at once, for unsent pages and for members who hear of that alone", async () => {
    const group = await groupOf("On call", "ada", {
      urgent_ignores_contact_hours: true,
      contact_hours_all_day: false,
      contact_hours_from: "08:00:00",
      contact_hours_to: "18:00:00",
    });
    const bo = await world.api<{ id: string }>("POST", "/users", { email: "bo@example.com" });
    await world.api("POST", `/users/${bo.id}/devices`, { kind: "ntfy", target: "bo" });
    await join(group, "bo");
    await world.api("PUT", `/alert_groups/${group.id}/members/${bo.id}`, { minimum_priority: 1 });
    await firing(group);
    expect([titles("ada"), titles("bo")]).toEqual([[], []]);
    await edit(group, { priority_level: 1 });
    expect(messages("ada")).toMatchObject([{ priority: 5 }]);
    expect(messages("bo")).toMatchObject([{ priority: 5 }]);
    expect(await texts("priority_changed")).toEqual([
      'Priority raised from 2 to 1, as "On call" has it now.',
    ]);
  });

  test("with a lower priority lowers what is open from the next push on", async () => {
    const group = await groupOf("On call", "ada", { priority_level: 1, repeat_minutes: 5 });
    await firing(group);
    await edit(group, { priority_level: 3 });
    expect(titles("ada")).toHaveLength(1);
    await world.pass(minutes(5));
    expect(messages("ada").map(({ priority }) => priority)).toEqual([5, 3]);
    expect(await texts("priority_changed")).toEqual([
      'Priority lowered from 1 to 3, as "On call" has it now.',
    ]);
  });
});
