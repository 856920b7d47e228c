/** Who is paged is a state: whoever can be paged only after an incident opened is paged then. */
import { newSubscription } from "../support/browser-subscription.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { minutes, seconds, startWorld, topic, type World } from "../support/world.ts";

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.end());

type Shop = { webhook_url: string };
interface Incident {
  status: string;
  timeline: { kind: string; text: string }[];
}

/** A webhook monitor that fires for an hour after one report. */
const monitor = (alert_group_id: string) =>
  world.api<Shop>("POST", "/webhook_monitors", {
    title: "Shop",
    alert_group_id,
    error_rate_threshold: 1,
    error_rate_window_minutes: 600,
  });
const device = (user_id: string, target: string) =>
  world.api<{ id: string }>("POST", `/users/${user_id}/devices`, { kind: "ntfy", target });
const person = (email: string) => world.api<{ id: string }>("POST", "/users", { email });
const titles = (of = topic) => world.phone.messages(of).map(({ title }) => title);
const incident = () => world.api<Incident>("GET", "/incidents/1");
const pagedLate = async () =>
  (await incident()).timeline.filter(({ kind }) => kind === "paged").map(({ text }) => text);

/** A group without a member, and its open incident. */
async function emptyGroup(more: object = {}) {
  const group = await world.api<{ id: string }>("POST", "/alert_groups", {
    title: "On call",
    repeat_minutes: 0,
    ...more,
  });
  const shop = await monitor(group.id);
  await world.report(shop);
  await world.settle();
  return { group, shop };
}
const join = (group: { id: string }, email: string, more = {}) =>
  world.api("POST", `/alert_groups/${group.id}/members`, { email, ...more });

test("a member and a phone that are added after an incident opened are paged", async () => {
  const { group } = await emptyGroup();
  const ada = await person("ada@example.com");
  await join(group, "ada@example.com");
  await world.settle();
  expect((await incident()).timeline.map(({ kind }) => kind)).toEqual([
    "opened",
    "nobody_to_notify",
  ]);
  await world.pass(minutes(3));
  await device(ada.id, topic);
  await world.settle();
  expect(world.phone.messages(topic)).toMatchObject([
    {
      title: expect.stringMatching(/^Shop/),
      message: expect.stringMatching(/^Open for 3 min, unacknowledged\./),
      priority: 4,
      actions: expect.anything(),
    },
  ]);
  expect(await pagedLate()).toEqual([
    "Paged now, because it was not possible before: ada@example.com (ntfy).",
  ]);
  // Once.
  await world.restart();
  await world.pass(minutes(10));
  expect(titles()).toHaveLength(1);
  // A page like any other: the recovery follows it.
  await world.api("POST", "/incidents/1/resolve", {});
  await world.settle();
  expect(titles()).toHaveLength(2);
});

describe("an address that its person has already", () => {
  test("is the same device when it is added again, so that a page rings once", async () => {
    const { group, shop } = await emptyGroup();
    const ada = await person("ada@example.com");
    const first = await device(ada.id, topic);
    await world.api("PUT", `/users/${ada.id}/devices/${first.id}`, {
      name: "Pixel",
      enabled: false,
    });
    expect(await device(ada.id, topic)).toMatchObject({
      id: first.id,
      name: "Pixel",
      enabled: true,
    });
    await join(group, "ada@example.com");
    await world.report(shop);
    await world.settle();
    expect(titles()).toHaveLength(1);
  });

  test("cannot become the address of another device of theirs; another person can have it", async () => {
    const [ada, bo] = [await person("ada@example.com"), await person("bo@example.com")];
    const first = await device(ada.id, topic);
    const second = await device(ada.id, "other");
    const path = `/users/${ada.id}/devices/${second.id}`;
    await expect(world.api("PUT", path, { target: topic })).rejects.toThrow("is another device");
    expect((await device(bo.id, topic)).id).not.toBe(first.id);
  });

  test("is the same device when a link adds the same browser", async () => {
    const ada = await person("ada@example.com");
    const browser = {
      endpoint: "https://push.example.com/ada",
      p256dh: newSubscription().p256dh,
      auth: newSubscription().auth,
    };
    for (const _ of [1, 2]) {
      const { url } = await world.api<{ url: string }>(
        "POST",
        `/users/${ada.id}/device_invitations`,
        {},
      );
      await fetch(`${world.daemon.url}${new URL(url).pathname}/browser`, {
        method: "POST",
        redirect: "manual",
        headers: { origin: world.daemon.url },
        body: new URLSearchParams(browser),
      });
    }
    expect(await world.api("GET", `/users/${ada.id}/devices`)).toHaveLength(1);
  });
});

test("a phone that was refused is paged when its owner has fixed it", async () => {
  const group = await world.onCall();
  const shop = await monitor(group.id);
  world.phone.failWith(403, topic);
  await world.report(shop);
  await world.pass(minutes(5));
  expect(titles()).toEqual([]);
  const [user] = await world.api<{ id: string }[]>("GET", "/users");
  const [phone] = await world.api<{ id: string }[]>("GET", `/users/${user!.id}/devices`);
  await world.api("PUT", `/users/${user!.id}/devices/${phone!.id}`, { target: "ada-new" });
  await world.settle();
  expect(titles("ada-new")).toHaveLength(1);
});

test("a phone that works again is paged as soon as a test says so", async () => {
  const group = await world.onCall();
  const shop = await monitor(group.id);
  world.phone.failWith(403, topic);
  await world.report(shop);
  await world.pass(minutes(5));
  world.phone.failWith(null, topic);
  const [user] = await world.api<{ id: string }[]>("GET", "/users");
  const [phone] = await world.api<{ id: string }[]>("GET", `/users/${user!.id}/devices`);
  await world.api("POST", `/users/${user!.id}/devices/${phone!.id}/test`);
  await world.settle();
  expect(titles()).toEqual([expect.stringMatching(/^Test/), expect.stringMatching(/^Shop/)]);
});

test("a phone that is disabled while its page waits is paged when it is enabled again", async () => {
  const group = await world.onCall();
  const shop = await monitor(group.id);
  world.phone.failWith(500, topic);
  await world.report(shop);
  await world.settle();
  const [user] = await world.api<{ id: string }[]>("GET", "/users");
  const [phone] = await world.api<{ id: string }[]>("GET", `/users/${user!.id}/devices`);
  const set = (fields: object) =>
    world.api("PUT", `/users/${user!.id}/devices/${phone!.id}`, fields);
  await set({ enabled: false });
  await world.pass(minutes(1));
  world.phone.failWith(null, topic);
  await world.pass(minutes(5));
  expect(titles()).toEqual([]);
  await set({ enabled: true });
  await world.settle();
  expect(titles()).toHaveLength(1);
});

test("a member with a phone is added with a minimum priority, and paged only once that is lowered", async () => {
  const { group } = await emptyGroup({ priority_level: 2 });
  const ada = await person("ada@example.com");
  await device(ada.id, topic);
  await join(group, "ada@example.com", { minimum_priority: 1 });
  await world.pass(minutes(3));
  expect(titles()).toEqual([]);
  await world.api("PUT", `/alert_groups/${group.id}/members/${ada.id}`, { minimum_priority: 2 });
  await world.settle();
  expect(titles()).toHaveLength(1);
});

test("nobody new is paged once an incident is acknowledged, and everybody when it no longer is", async () => {
  const { group } = await emptyGroup();
  await world.api("POST", "/incidents/1/acknowledge", { by: "Bo" });
  const ada = await person("ada@example.com");
  await join(group, "ada@example.com");
  await device(ada.id, topic);
  await world.pass(minutes(3));
  expect(titles()).toEqual([]);
  await world.api("POST", "/incidents/1/unacknowledge", { by: "Bo" });
  await world.settle();
  expect(titles()).toHaveLength(1);
});

test("a page on hold for contact hours is not queued a second time", async () => {
  // The clock of a story begins on a Saturday at 03:00.
  const { group } = await emptyGroup({
    contact_hours_all_day: false,
    contact_hours_from: "08:00:00",
    contact_hours_to: "18:00:00",
  });
  const ada = await person("ada@example.com");
  await join(group, "ada@example.com");
  await device(ada.id, topic);
  await world.pass(minutes(299));
  expect(titles()).toEqual([]);
  await world.pass(minutes(2));
  expect(titles()).toHaveLength(1);
});

test("who joins a group that an incident was escalated to is paged", async () => {
  const leads = await world.api<{ id: string }>("POST", "/alert_groups", { title: "Leads" });
  await emptyGroup({ escalate_to: leads.id, escalate_after_minutes: 5 });
  const ada = await person("ada@example.com");
  await join(leads, "ada@example.com");
  await device(ada.id, topic);
  // Nobody is in the group before it.
  await world.pass(seconds(5));
  expect(titles()).toHaveLength(1);
  const bo = await person("bo@example.com");
  await join(leads, "bo@example.com");
  await device(bo.id, "bo-phone");
  await world.settle();
  expect(titles("bo-phone")).toHaveLength(1);
  expect(titles()).toHaveLength(1);
});

describe("the only phone of a group", () => {
  /** The group is paged, and five minutes later the leads. Answers Ada's phone. */
  const opened = async (rules: object = {}, before = (_phone: string) => Promise.resolve()) => {
    const leads = await world.api<{ id: string }>("POST", "/alert_groups", { title: "Leads" });
    const bo = await person("bo@example.com");
    await device(bo.id, "bo");
    await join(leads, "bo@example.com");
    const group = await world.onCall({
      repeat_minutes: 2,
      escalate_to: leads.id,
      escalate_after_minutes: 5,
      ...rules,
    });
    const users = await world.api<{ id: string; email: string }[]>("GET", "/users");
    const ada = users.find(({ email }) => email === "ada@example.com");
    const [phone] = await world.api<{ id: string }[]>("GET", `/users/${ada!.id}/devices`);
    const path = `/users/${ada!.id}/devices/${phone!.id}`;
    await before(path);
    await world.report(await monitor(group.id));
    await world.settle();
    return path;
  };
  const escalated = ["Escalated to Leads: Shop: 1 error in 600 minutes"];

  test("is switched off after its page: the next group is paged when it is due", async () => {
    await world.api("PUT", await opened(), { enabled: false });
    await world.pass(minutes(4));
    expect(titles("bo")).toEqual([]);
    await world.pass(minutes(1));
    expect([titles().length, titles("bo")]).toEqual([1, escalated]);
  });

  test("is off when paging begins anew: the next group is paged at once", async () => {
    const phone = await opened();
    await world.api("POST", "/incidents/1/acknowledge", { by: "Ada" });
    await world.api("PUT", phone, { enabled: false });
    await world.pass(minutes(1));
    await world.api("POST", "/incidents/1/unacknowledge", { by: "Ada" });
    await world.pass(seconds(1));
    expect(titles("bo")).toEqual(escalated);
  });

  test("is refused when paging begins anew: the next group is paged at once", async () => {
    await opened();
    await world.api("POST", "/incidents/1/acknowledge", { by: "Ada" });
    world.phone.failWith(403, topic);
    await world.pass(minutes(1));
    await world.api("POST", "/incidents/1/unacknowledge", { by: "Ada" });
    await world.pass(seconds(1));
    expect(titles("bo")).toEqual(escalated);
  });

  test("is known to be refused, and its page is on hold: the next group is paged at once", async () => {
    const hours = {
      contact_hours_all_day: false,
      contact_hours_from: "08:00:00",
      contact_hours_to: "18:00:00",
    };
    await opened(hours, async (phone) => {
      world.phone.failWith(403, topic);
      await world.api("POST", `${phone}/test`);
      await world.settle();
    });
    expect(titles("bo")).toEqual(escalated);
  });
});

describe("an open incident that has reached nobody", () => {
  const check = async () => {
    const answer = await fetch(`${world.daemon.url}/health`);
    const { checkResults } = (await answer.json()) as {
      checkResults: { name: string; status: string; shortSummary: string }[];
    };
    const { status, shortSummary } = checkResults.find(({ name }) => name === "incidents")!;
    return `${status}: ${shortSummary}`;
  };
  const gauge = async () => {
    const answer = await fetch(`${world.daemon.url}/metrics`, {
      headers: { authorization: `Bearer ${world.key}` },
    });
    return /^monitord_incidents_unreached (\d+)$/m.exec(await answer.text())?.[1];
  };

  test("is counted by health and metrics until it has", async () => {
    const { group } = await emptyGroup();
    expect([await check(), await gauge()]).toEqual(["warning: 1 reached nobody", "1"]);
    const ada = await person("ada@example.com");
    await join(group, "ada@example.com");
    await device(ada.id, topic);
    await world.settle();
    expect([await check(), await gauge()]).toEqual(["ok: all of them", "0"]);
  });

  test("because contact hours put its page on hold is counted without a warning", async () => {
    await world.onCall({
      contact_hours_all_day: false,
      contact_hours_from: "08:00:00",
      contact_hours_to: "18:00:00",
    });
    const [group] = await world.api<{ id: string }[]>("GET", "/alert_groups");
    await world.report(await monitor(group!.id));
    await world.settle();
    expect([await check(), await gauge()]).toEqual([
      "ok: all of them, 1 incident on hold until contact hours",
      "1",
    ]);
  });

  test("is not counted once it is acknowledged", async () => {
    await emptyGroup();
    await world.api("POST", "/incidents/1/acknowledge", { by: "Bo" });
    expect(await check()).toBe("ok: all of them");
  });
});
