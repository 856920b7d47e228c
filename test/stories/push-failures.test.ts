/** A push server that fails in every way that servers do, beside two that do not. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startPhone, type Failure, type Phone } from "../support/phone.ts";
import { minutes, seconds, startWorld, topic, type World } from "../support/world.ts";

let world: World;
/** Another push server, which is well. */
let other: Phone;

beforeEach(async () => {
  world = await startWorld();
  other = await startPhone();
});
afterEach(async () => {
  await world.end();
  await other.stop();
});

interface Incident {
  id: string;
  timeline: { kind: string; text: string }[];
  notifications: {
    user_id: string;
    device_id: string;
    state: string;
    last_error: string | null;
  }[];
}

const device = (user_id: string, fields: object) =>
  world.api<{ id: string }>("POST", `/users/${user_id}/devices`, {
    kind: "ntfy",
    ...fields,
  });

/** Ada with a phone and a tablet, Bo at Ada's server, Cy at the other: all in one group; and what is to break. */
async function threePeople(server: string | null) {
  const group = await world.onCall();
  const [ada] = await world.api<{ id: string }[]>("GET", "/users");
  const [phone] = await world.api<{ id: string }[]>("GET", `/users/${ada!.id}/devices`);
  if (server)
    await world.api("PUT", `/users/${ada!.id}/devices/${phone!.id}`, {
      server,
    });
  await device(ada!.id, { target: "ada-tablet", server: other.url });
  for (const [name, at] of [
    ["bo", null],
    ["cy", other.url],
  ] as const) {
    const email = `${name}@example.com`;
    const user = await world.api<{ id: string }>("POST", "/users", { email });
    await device(user.id, { target: `${name}-phone`, server: at });
    await world.api("POST", `/alert_groups/${group.id}/members`, { email });
  }
  const shop = await world.api<{ webhook_url: string }>("POST", "/webhook_monitors", {
    title: "Shop",
    alert_group_id: group.id,
    error_rate_window_minutes: 10,
  });
  return { shop, ada: ada!.id, phone: phone!.id };
}

const incident = (number: number) => world.api<Incident>("GET", `/incidents/${number}`);
const stateOf = async (device_id: string, number = 1) =>
  (await incident(number)).notifications.find((one) => one.device_id === device_id)!;

/** What the server does; then what becomes of the push at once, and why, and whether the device counts as broken. */
const cases: [
  name: string,
  failure: Failure | "no such name",
  state: "queued" | "refused",
  why: RegExp,
][] = [
  ["hangs", "hang", "queued", /timed out while waiting/],
  ["answers 429", 429, "queued", /HTTP 429/],
  ["answers 500", 500, "queued", /HTTP 500/],
  ["resets the connection", "reset", "queued", /closed|reset/],
  ["takes the push and loses the answer", "lost answer", "queued", /closed/],
  ["is a captive portal", "html", "queued", /not from a push server/],
  ["has a name that leads nowhere", "no such name", "queued", /name|DNS/i],
  ["answers 401", 401, "refused", /HTTP 401/],
  ["answers 403", 403, "refused", /HTTP 403/],
  ["answers 413", 413, "refused", /HTTP 413/],
];

describe("when a push server", () => {
  test.each(cases)(
    "%s, the others are paged at once, and nothing is lost",
    async (_, failure, state, why) => {
      const nowhere = failure === "no such name";
      const { shop, ada, phone } = await threePeople(nowhere ? "http://push.invalid" : null);
      if (!nowhere) world.phone.failWith(failure, topic);
      const before = world.clock.now();
      await world.report(shop);
      // No time passes: they do not wait for the one that fails.
      for (const [at, name] of [
        [world.phone, "bo-phone"],
        [other, "cy-phone"],
        [other, "ada-tablet"],
      ] as const)
        await at.waitFor((message) => message.topic === name);
      expect(world.clock.now()).toBe(before);
      if (failure === "hang") expect(await stateOf(phone)).toMatchObject({ state: "leased" });
      await world.settle();
      expect(await stateOf(phone)).toMatchObject({
        state,
        last_error: expect.stringMatching(why),
      });
      const [first] = await world.api<{ broken_reason: string | null }[]>(
        "GET",
        `/users/${ada}/devices`,
      );
      expect(first!.broken_reason !== null).toBe(state === "refused");
      expect((await incident(1)).timeline.some(({ kind }) => kind === "refused")).toBe(
        state === "refused",
      );

      // Well again, whatever was being tried arrives; what was refused for good is not tried again.
      world.phone.failWith(null, topic);
      if (nowhere)
        await world.api("PUT", `/users/${ada}/devices/${phone}`, {
          server: null,
        });
      await world.pass(minutes(5));
      expect(await stateOf(phone)).toMatchObject({
        state: state === "refused" ? "refused" : "delivered",
      });
      const heard = world.phone.messages(topic).length;
      // Twice at most, and only where nobody could know.
      expect(heard).toBe(state === "refused" ? 0 : failure === "lost answer" ? 2 : 1);
      for (const [at, name] of [
        [world.phone, "bo-phone"],
        [other, "cy-phone"],
        [other, "ada-tablet"],
      ] as const)
        expect(at.messages(name)).toHaveLength(1);

      // The next incident tries the device again, and a success heals it.
      await world.pass(minutes(6));
      await world.report(shop);
      await world.settle();
      expect(await stateOf(phone, 2)).toMatchObject({ state: "delivered" });
      const [healed] = await world.api<{ broken_at: string | null }[]>(
        "GET",
        `/users/${ada}/devices`,
      );
      expect(healed!.broken_at).toBeNull();
    },
  );
});

describe("attempts to one phone", () => {
  /** Seconds since the first attempt at which the phone's server was asked, within a minute. */
  async function attemptsWithin(status: number, headers: Record<string, string>) {
    const { shop } = await threePeople(null);
    world.phone.failWith(status, topic, headers);
    await world.report(shop);
    await world.settle();
    const at: number[] = [];
    for (let second = 0; second <= 60; second++) {
      while (at.length < world.phone.attempts(topic)) at.push(second);
      await world.pass(seconds(1));
    }
    return at;
  }

  test("follow the schedule, the fourth too", async () => {
    expect(await attemptsWithin(500, {})).toEqual([0, 1, 3, 8, 18, 38]);
  });

  test("wait as long as Retry-After asks, the fourth too", async () => {
    expect(await attemptsWithin(429, { "retry-after": "15" })).toEqual([0, 15, 30, 45, 60]);
  });
});

test("a phone whose push server asked for a wait is not hurried when another one fails", async () => {
  const { shop } = await threePeople(null);
  other.failWith(429, "ada-tablet", { "retry-after": "60" });
  world.phone.failWith(500, topic);
  await world.report(shop);
  await world.pass(seconds(59));
  expect([world.phone.attempts(topic), other.attempts("ada-tablet")]).toEqual([6, 1]);
  await world.pass(seconds(1));
  expect(other.attempts("ada-tablet")).toBe(2);
});
