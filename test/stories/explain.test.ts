/** "Why was Ada not paged at 03:00?", for every reason that there is, from a daemon to which it happened. */
import { beforeEach, describe, expect, test } from "vitest";
import { minutes, seconds, startWorld, topic, type World } from "../support/world.ts";

interface Explained {
  sentence: string;
  people: {
    name: string;
    reached: boolean;
    sentence: string;
    devices: {
      gates: {
        gate: string;
        passed: boolean;
        reason: string;
        until: string | null;
        at: string | null;
      }[];
    }[];
  }[];
}
interface Monitor {
  id: string;
  webhook_url: string;
}

let world: World;
const sleeps = {
  contact_hours_all_day: false,
  contact_hours_from: "08:00:00",
  contact_hours_to: "18:00:00",
};

beforeEach(async () => {
  // It is 03:00 UTC on a Saturday.
  world = await startWorld();
  return () => world.end();
});

async function person(
  name: string,
  group: { id: string } | null,
  { phone = {}, rules = {} }: { phone?: object | null; rules?: object } = {},
) {
  const user = await world.api<{ id: string }>("POST", "/users", {
    email: `${name.toLowerCase()}@example.com`,
    name,
  });
  // Those who join at one instant come in no order.
  await world.pass(1);
  const device = phone && {
    kind: "ntfy",
    target: `${name.toLowerCase()}-phone`,
    ...phone,
  };
  if (device) await world.api("POST", `/users/${user.id}/devices`, device);
  if (group) await join(name, group, rules);
  return user.id;
}
const join = (name: string, group: { id: string }, rules = {}) =>
  world.api("POST", `/alert_groups/${group.id}/members`, {
    email: `${name.toLowerCase()}@example.com`,
    ...rules,
  });
const monitor = (group: { id: string }) =>
  world.api<Monitor>("POST", "/webhook_monitors", {
    title: "Shop",
    alert_group_id: group.id,
    error_rate_window_minutes: 10,
  });
const explained = (number: number, at = "") =>
  world.api<Explained>("GET", `/incidents/${number}/explanation${at}`);
const saidOf = async (number: number, name: string) =>
  (await explained(number)).people.find((one) => one.name === name)?.sentence;
const closedFor = async (number: number, name: string, at = "") =>
  (await explained(number, at)).people
    .find((one) => one.name === name)!
    .devices[0]!.gates.filter(({ passed }) => !passed)
    .map(({ gate }) => gate);

describe("why somebody was not paged is said in a sentence, and which gate it was", () => {
  test("for reasons of the person, of the phone and of its push server", async () => {
    const group = await world.onCall({ priority_level: 2 });
    await person("Bo", group, { rules: sleeps });
    await person("Cy", group, { rules: { minimum_priority: 1 } });
    await person("Di", group, { phone: null });
    await person("Ed", group, { phone: { enabled: false } });
    await person("Fy", group);
    world.phone.failWith(403, "fy-phone");
    await person("Gus", group);
    world.phone.failWith(500, "gus-phone");
    await person("Hal", null);
    const ivy = await person("Ivy", group, { phone: null });
    const jo = await person("Jo", group, { rules: sleeps });
    await world.report(await monitor(group));
    await world.pass(minutes(1));
    await join("Hal", group);
    await world.api("POST", `/users/${ivy}/devices`, {
      kind: "ntfy",
      target: "ivy-phone",
    });
    await world.api("DELETE", `/alert_groups/${group.id}/members/${jo}`);
    // A nudge can come after the answer to the request that made it, and name an instant that is a moment ahead.
    const isPaged = (phone: string) => world.phone.messages(phone).length > 0;
    do await world.pass(1);
    while (!["hal-phone", "ivy-phone"].every(isPaged));

    const { sentence, people } = await explained(1);
    expect(sentence).toMatch(/^Reached: Ada, Ivy, Hal\. Bo is not notified yet/);
    expect(people.map((one) => one.sentence)).toEqual([
      "Ada was notified: push accepted 2026-11-21 03:00 UTC.",
      "Bo is not notified yet: outside the member's own contact hours until 2026-11-21 08:00 UTC.",
      "Cy was not notified: priority 2 is below the minimum (1).",
      "Di was not notified: no device.",
      "Ed was not notified: the device was removed or disabled.",
      "Fy was not notified: push server rejected it (HTTP 403: no write access to the topic (40301)).",
      expect.stringMatching(
        /^Gus is not reached after \d attempts \(HTTP 500 \(50001\)\)\. Next attempt 2026-11-21 03:0\d UTC\.$/,
      ),
      "Ivy was notified: push accepted 2026-11-21 03:01 UTC.",
      "Hal was notified: push accepted 2026-11-21 03:01 UTC.",
      "Jo was not notified: handed over to Ada, Bo, Cy and 5 more.",
    ]);
    expect(await closedFor(1, "Bo")).toEqual(["contact_hours", "delivery"]);
    expect(await closedFor(1, "Cy")).toEqual(["priority", "delivery"]);
    expect(await closedFor(1, "Ed")).toEqual(["device", "delivery"]);
    expect(await closedFor(1, "Fy")).toEqual(["delivery"]);
    expect(await closedFor(1, "Hal")).toEqual([]);
    expect(await closedFor(1, "Hal", "?at=2026-11-21T03:00:30Z")).toEqual(["member"]);
    expect(await closedFor(1, "Jo")).toEqual(expect.arrayContaining(["member", "delivery"]));
    const [ada] = people;
    expect(ada!.devices[0]!.gates.slice(-3)).toEqual([
      {
        gate: "dedup",
        passed: true,
        reason: "received once",
        until: null,
        at: "2026-11-21T03:00:00Z",
      },
      {
        gate: "budget",
        passed: true,
        reason: "sent on its own",
        until: null,
        at: "2026-11-21T03:00:00Z",
      },
      {
        gate: "delivery",
        passed: true,
        reason: "accepted after 1 attempt",
        until: null,
        at: "2026-11-21T03:00:00Z",
      },
    ]);
  });

  test("for reasons of the hour, of a silence, of maintenance, and of what was over before", async () => {
    const group = await world.onCall(sleeps);
    const day = await world.onCall({ title: "Day and night" });
    const [night, silenced, maintained] = [
      await monitor(group),
      await monitor(day),
      await monitor(day),
    ];
    const silence = (fields: object) =>
      world.api("POST", "/silences", { reason: "deploy", by: "Bo", ...fields });
    await silence({ monitor_id: silenced.id });
    await silence({
      monitor_id: maintained.id,
      cron: "0 3 * * *",
      duration_minutes: 5,
    });
    for (const one of [night, silenced, maintained]) {
      await world.report(one);
      await world.pass(seconds(1));
    }
    expect(await saidOf(1, "Ada")).toBe(
      "Ada is not notified yet: outside the group's contact hours until 2026-11-21 08:00 UTC.",
    );
    expect(await saidOf(2, "Ada")).toBe("Ada is not notified yet: silenced by Bo: deploy.");
    expect(await saidOf(3, "Ada")).toBe("Ada is not notified yet: maintenance window: deploy.");
    expect(await closedFor(3, "Ada")).toEqual(["silence", "delivery"]);
    await world.pass(minutes(11));
    expect(await saidOf(1, "Ada")).toBe("Ada was not notified: resolved before it was sent.");
    // The maintenance is over; what stood in the way then is still known.
    expect(await saidOf(3, "Ada")).toMatch(/^Ada was notified/);
    expect(await closedFor(3, "Ada")).toEqual(["incident"]);
    expect(await closedFor(3, "Ada", "?at=2026-11-21T03:01:00Z")).toEqual(["silence"]);
  });

  test("or only in a summary", async () => {
    const group = await world.onCall();
    const many: Monitor[] = [];
    for (let i = 0; i < 12; i++) many.push(await monitor(group));
    for (const one of many) {
      await world.report(one);
      await world.report(one);
      await world.pass(1);
    }
    await world.pass(minutes(1));
    const { people } = await explained(12);
    expect(people[0]!.sentence).toMatch(/^Ada was notified/);
    expect(people[0]!.devices[0]!.gates).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({
          gate: "dedup",
          reason: "received 2 times, one incident",
        }),
        expect.objectContaining({
          gate: "budget",
          reason: "more than 5 pushes in a minute: included in a summary",
        }),
      ]),
    );
    expect(world.phone.messages(topic).length).toBeLessThan(9);
  });
});
