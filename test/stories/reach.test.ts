import { beforeEach, describe, expect, test } from "vitest";
import type { Drill } from "../../src/api/drills.ts";
import type { Explanation } from "../../src/api/explanations.ts";
import type { IncidentDetail } from "../../src/api/incidents.ts";
import type { Static } from "../../src/api/schema.ts";
import type { Device } from "../../src/api/users.ts";
import { minutes, seconds, startWorld, topic, type World } from "../support/world.ts";

const site = "https://monitor.example.com";
const hours = (n: number) => minutes(60 * n);
const day = hours(24);
let world: World;

beforeEach(async () => {
  world = await startWorld({ siteUrl: site });
  return () => world.end();
});

/** A long time, of which the daemon sees the end alone: every two seconds of it would take a while. */
async function pass(ms: number) {
  const seen = Math.min(ms, seconds(20));
  if (ms > seen) await world.away(ms - seen);
  await world.pass(seen);
}

/** Somebody else in the group, with a phone. */
async function join(group: { id: string }, name: string, more = {}) {
  const email = `${name.toLowerCase()}@example.com`;
  const user = await world.api<{ id: string }>("POST", "/users", {
    email,
    name,
  });
  await world.api("POST", `/users/${user.id}/devices`, {
    kind: "ntfy",
    target: `${name.toLowerCase()}-phone`,
    name: `${name}'s phone`,
  });
  await world.api("POST", `/alert_groups/${group.id}/members`, { email, ...more });
  return user;
}

/** What a phone does when a button under the last notification is pressed. */
async function press(on: string, label = "I got it", nth = -1) {
  const { actions } = world.phone.messages(on).at(nth)!;
  const { url } = actions.find((action) => action.label === label)!;
  const answer = await fetch(url.replace(site, world.daemon.url), {
    method: "POST",
  });
  await answer.text();
  await world.settle();
  return answer.status;
}

const drillsOf = (group: { id: string }) =>
  world.api<Drill[]>("GET", `/alert_groups/${group.id}/drills`);
const titles = (of: string) => world.phone.messages(of).map(({ title }) => title);
const metric = async (name: string) => {
  const text = await (await fetch(`${world.daemon.url}/metrics`)).text();
  return Number(new RegExp(`^monitord_${name} (.*)$`, "m").exec(text)?.[1]);
};
const health = async () => {
  const answer = await fetch(`${world.daemon.url}/health`);
  const { checkResults } = (await answer.json()) as {
    checkResults: { name: string; status: string; shortSummary: string }[];
  };
  return checkResults.find(({ name }) => name === "drills");
};
/** Until the clocks show this time of day, UTC. */
const untilTime = (hour: number) => {
  const at = new Date(world.clock.now()).setUTCHours(hour, 0, 0, 0);
  return at > world.clock.now() ? at - world.clock.now() : at + day - world.clock.now();
};

const question = "On-call drill: please confirm";

describe("a drill", () => {
  test("asks every device once, quietly; who does not answer within a day is named, until an answer comes", async () => {
    const group = await world.onCall({ drill_cron: "0 10 * * *" });
    const bob = await join(group, "Bob");
    await pass(untilTime(10));
    for (const phone of [topic, "bob-phone"])
      expect(world.phone.messages(phone)).toMatchObject([
        { title: question, priority: 2, actions: [{ label: "I got it" }] },
      ]);
    await pass(hours(1));
    expect(await press(topic)).toBe(200);
    expect(await press(topic)).toBe(200);
    expect(await drillsOf(group)).toMatchObject([
      {
        started_by: null,
        ended_at: null,
        answered: [{ answered_at: expect.any(String) }],
        unanswered: [bob.id],
      },
    ]);
    expect(await metric("drill_unanswered")).toBe(0);
    expect(await health()).toMatchObject({ status: "ok" });

    await world.restart();
    await pass(hours(23) - seconds(1));
    expect(titles("bob-phone")).toEqual([question]);
    // The day of the one is over and the next one begins.
    await pass(seconds(2));
    const said = 'Drill: no response from 1 member of "On call"';
    for (const phone of [topic, "bob-phone"]) {
      expect(titles(phone).toSorted()).toEqual([said, question, question]);
      const report = world.phone.messages(phone).find(({ title }) => title === said)!;
      expect(report).toMatchObject({ priority: 2, actions: [] });
      expect(report.message).toContain("Bob.");
    }
    expect(await metric("drill_unanswered")).toBe(1);
    expect(await health()).toMatchObject({
      status: "warning",
      shortSummary: "1 did not answer a drill",
    });

    const nth = titles("bob-phone").lastIndexOf(question);
    expect(await press("bob-phone", "I got it", nth)).toBe(200);
    expect(await metric("drill_unanswered")).toBe(0);
    expect(await health()).toMatchObject({ status: "ok" });
    const [first, second] = await drillsOf(group);
    expect(first).toMatchObject({
      ended_at: expect.any(String),
      unanswered: [bob.id],
    });
    expect(second).toMatchObject({
      ended_at: null,
      answered: [{ user_id: bob.id }],
    });
  });

  test("of a daemon that was away is made up for once", async () => {
    const group = await world.onCall({ drill_cron: "0 10 * * *" });
    await pass(untilTime(8));
    await world.away(4 * day + hours(4));
    expect(titles(topic)).toEqual([question]);
    expect(await drillsOf(group)).toHaveLength(1);
    await world.restart();
    await pass(minutes(5));
    expect(await drillsOf(group)).toHaveLength(1);
    await pass(untilTime(10));
    expect(await drillsOf(group)).toHaveLength(2);
  });

  test("is held outside a person's contact hours, and the day to answer begins when it may come", async () => {
    const group = await world.onCall();
    await pass(untilTime(20));
    await join(group, "Bob", {
      contact_hours_all_day: false,
      contact_hours_from: "08:00:00",
      contact_hours_to: "18:00:00",
    });
    const begun = await world.api<Drill>("POST", `/alert_groups/${group.id}/drills`);
    expect(Date.parse(begun.ends_at) - Date.parse(begun.at)).toBe(hours(36));
    await world.settle();
    expect(titles(topic)).toEqual([question]);
    expect(titles("bob-phone")).toEqual([]);
    await pass(hours(12));
    expect(titles("bob-phone")).toEqual([question]);
    await press(topic);
    await pass(hours(23));
    await press("bob-phone");
    await pass(hours(2));
    // Everybody answered: nothing is said.
    expect(titles(topic)).toEqual([question]);
    expect(titles("bob-phone")).toEqual([question]);
    expect(await drillsOf(group)).toMatchObject([
      { started_by: "story", ended_at: expect.any(String), unanswered: [] },
    ]);
  });

  test("by hand is refused while one is under way, and where there is nobody to ask", async () => {
    const group = await world.onCall();
    const path = `/alert_groups/${group.id}/drills`;
    await world.api("POST", path);
    await expect(world.api("POST", path)).rejects.toThrow(
      /409.*is under way: its members have until/,
    );
    await world.settle();
    await press(topic);
    await pass(day);
    await world.api("POST", path);
    const empty = await world.api<{ id: string }>("POST", "/alert_groups", {
      title: "Empty",
    });
    await expect(world.api("POST", `/alert_groups/${empty.id}/drills`)).rejects.toThrow(
      /409.*has no members to send a drill to/,
    );
    await expect(world.api("POST", "/alert_groups/nobody/drills")).rejects.toThrow(/404/);
    await expect(world.api("GET", "/alert_groups/nobody/drills")).rejects.toThrow(/404/);
  });

  test("finds who has no device, and a test that is answered is as good as a drill", async () => {
    const group = await world.onCall();
    const bob = await join(group, "Bob");
    const [device] = await world.api<Device[]>("GET", `/users/${bob.id}/devices`);
    const path = `/users/${bob.id}/devices/${device!.id}`;
    await world.api("PUT", path, { enabled: false });
    await world.api("POST", `/alert_groups/${group.id}/drills`);
    await world.settle();
    await press(topic);
    await pass(day + seconds(1));
    expect(world.phone.messages(topic).at(-1)).toMatchObject({
      title: 'Drill: no response from 1 member of "On call"',
      message: expect.stringContaining("Bob (no device)"),
    });
    expect(await metric("drill_unanswered")).toBe(1);
    await world.api("PUT", path, { enabled: true });
    await world.api("POST", `${path}/test`);
    await world.settle();
    await press("bob-phone");
    expect(await metric("drill_unanswered")).toBe(0);
  });

  test("in a storm keeps its button", async () => {
    const group = await world.onCall();
    const shops = [];
    for (let n = 0; n < 8; n++)
      shops.push(
        await world.api<{ webhook_url: string }>("POST", "/webhook_monitors", {
          title: `Shop ${n}`,
          alert_group_id: group.id,
          error_rate_threshold: 1,
        }),
      );
    for (const shop of shops) await world.report(shop);
    await world.api("POST", `/alert_groups/${group.id}/drills`);
    await world.settle();
    const asked = world.phone.messages(topic).filter(({ title }) => title === question);
    expect(asked).toMatchObject([{ actions: [{ label: "I got it" }] }]);
  });

  test("is planned anew when its group changes, ends with the schedule, and goes with the group", async () => {
    const group = await world.onCall({ drill_cron: "0 10 * * *" });
    await pass(untilTime(8));
    await world.api("PUT", `/alert_groups/${group.id}`, {
      timezone: "Asia/Tokyo",
    });
    await pass(hours(3));
    expect(titles(topic)).toEqual([]);
    await pass(untilTime(1));
    expect(titles(topic)).toEqual([question]);
    await world.api("PUT", `/alert_groups/${group.id}`, { drill_cron: null });
    await pass(2 * day);
    expect(titles(topic).filter((title) => title === question)).toHaveLength(1);
    await world.api("POST", `/alert_groups/${group.id}/drills`);
    await world.settle();
    await world.api("DELETE", `/alert_groups/${group.id}`);
    const before = titles(topic);
    await pass(day + hours(1));
    expect(titles(topic)).toEqual(before);
    expect(await metric("drill_unanswered")).toBe(0);
  });
});

test("a device that gets another address is verified by an answer from there alone", async () => {
  await world.onCall();
  const [user] = await world.api<{ id: string }[]>("GET", "/users");
  const path = `/users/${user!.id}/devices`;
  const device = async () => (await world.api<Device[]>("GET", path))[0]!;
  const { id } = await device();
  await world.api("POST", `${path}/${id}/test`);
  await world.settle();
  expect(await press(topic)).toBe(200);
  expect((await device()).verified_at).not.toBeNull();
  await world.api("PUT", `${path}/${id}`, { name: "Pixel 9" });
  expect((await device()).verified_at).not.toBeNull();
  await world.api("PUT", `${path}/${id}`, { target: "ada-new-phone" });
  expect((await device()).verified_at).toBeNull();
  // The old phone still has its button.
  expect(await press(topic)).toBe(409);
  expect((await device()).verified_at).toBeNull();
  await world.api("POST", `${path}/${id}/test`);
  await world.settle();
  expect(await press("ada-new-phone")).toBe(200);
  expect((await device()).verified_at).not.toBeNull();
});

describe("a person with two devices", () => {
  const tablet = "ada-tablet";
  let shop: { webhook_url: string };

  beforeEach(async () => {
    const group = await world.onCall({ priority_level: 2 });
    const [user] = await world.api<{ id: string }[]>("GET", "/users");
    await world.api("POST", `/users/${user!.id}/devices`, {
      kind: "ntfy",
      target: tablet,
      name: "Tablet",
    });
    shop = await world.api("POST", "/webhook_monitors", {
      title: "Shop",
      alert_group_id: group.id,
      error_rate_threshold: 1,
      error_rate_window_minutes: 600,
    });
  });

  const detail = () => world.api<IncidentDetail>("GET", "/incidents/1");
  const explained = () => world.api<Static<typeof Explanation>>("GET", "/incidents/1/explanation");

  test("is tried on the one at once when the other is refused for good", async () => {
    world.phone.failWith(503, topic, { "retry-after": "2" });
    world.phone.failWith(503, tablet);
    await world.report(shop);
    // The tablet was tried at 0 and 1 s. By its own schedule it is tried at 3 s.
    await pass(seconds(1.5));
    world.phone.failWith(403, topic);
    world.phone.failWith(null, tablet);
    await world.restart();
    expect(titles(tablet)).toEqual([]);
    await pass(seconds(0.5));
    expect(titles(tablet)).toHaveLength(1);
    const { timeline, people } = await detail();
    // Both at one instant of the clock: which is read first is not said.
    expect(timeline.map(({ kind }) => kind).toSorted()).toEqual(["delivered", "opened", "refused"]);
    expect(people).toMatchObject([
      {
        name: "Ada",
        not_reached: [{ name: "Pixel", reason: expect.stringMatching(/403/) }],
      },
    ]);
    expect((await explained()).sentence).toMatch(/^Reached: Ada\./);
    expect((await explained()).people[0]!.sentence).toMatch(
      /^Ada was notified: .* Pixel is unreachable: /,
    );
  });

  test("is said to be reached on the one when the other fails again and again without a verdict", async () => {
    world.phone.failWith(503, topic);
    await world.report(shop);
    await world.settle();
    await pass(seconds(30));
    const { timeline, people } = await detail();
    const said = timeline.filter(({ kind }) => kind === "not_reached");
    expect(said).toHaveLength(1);
    expect(said[0]!.text).toMatch(
      /^Ada \(Pixel\) is unreachable after 3 attempts; still retrying\. Reached on: Tablet\. Last error: /,
    );
    expect(people).toMatchObject([{ not_reached: [{ name: "Pixel" }] }]);
    world.phone.failWith(null, topic);
    await pass(minutes(2));
    expect((await detail()).people).toMatchObject([{ not_reached: [] }]);
  });

  test("is seen to be told and to answer: sent, accepted, acknowledged from the tablet", async () => {
    await world.report(shop);
    await world.settle();
    const none = (await detail()).people;
    expect(none).toMatchObject([
      {
        name: "Ada",
        sent_at: expect.any(String),
        accepted_at: expect.any(String),
        answered_at: null,
        answered_verb: null,
        not_reached: [],
      },
    ]);
    await pass(minutes(1));
    await press(tablet, "Acknowledge");
    await world.restart();
    await world.pass(seconds(1));
    await press(topic, "Snooze 1 h", 0);
    const [ada] = (await detail()).people;
    expect(ada).toMatchObject({
      answered_verb: "acknowledge",
      answered_device_name: "Tablet",
    });
    expect(Date.parse(ada!.answered_at!)).toBeGreaterThanOrEqual(
      Date.parse(ada!.accepted_at!) + minutes(1) - 1000,
    );
    expect((await explained()).people[0]).toMatchObject({
      sentence: expect.stringMatching(/Acknowledged .* on Tablet\.$/),
      receipt: { answered_verb: "acknowledge" },
    });
  });

  test("answers under her address from anywhere", async () => {
    await world.report(shop);
    await world.settle();
    await world.api("POST", "/incidents/1/acknowledge", {
      by: "ada@example.com",
    });
    expect((await detail()).people).toMatchObject([
      {
        answered_verb: "acknowledge",
        answered_at: expect.any(String),
        answered_device_id: null,
      },
    ]);
  });
});
