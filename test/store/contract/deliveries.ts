/**
 * Deliveries to alert groups: those that wait for the same commit are decided together, and what comes of them is the
 * same as one by one.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Alert } from "../../../src/core/command/alert.ts";
import type { LiveEvent } from "../../../src/core/model/model.ts";
import { alert, arrival, delivered, night, packed } from "../../support/builders.ts";
import { minute, type Given } from "./given.ts";

/** Alerts of four problems, of which some auto-resolve; `n` chooses what is said of them. */
const sent = fc
  .tuple(
    fc.nat(3),
    fc.constantFrom<Alert["status"]>("firing", "firing", "firing", "resolved", "acknowledged"),
    fc.nat(2),
  )
  .map(([problem, status, n]) =>
    alert({
      identity: `problem ${problem}`,
      status,
      title: `Problem ${problem}`,
      summary: `It is at ${n} %.`,
      episode: n === 0 ? null : night + n,
      event_id: n === 1 ? "event" : null,
      assumed: problem === 3,
      labels: { percent: String(n) },
    }),
  );

interface Sent {
  alerts: Alert[];
  /** Time since the one before. */
  after: number;
  ring: "accepted" | "unauthenticated";
  /** It is sent while the ones before it wait for their commit. */
  waits: boolean;
}

const delivery: fc.Arbitrary<Sent> = fc.record({
  alerts: fc.oneof(
    { weight: 9, arbitrary: fc.array(sent, { maxLength: 4 }) },
    // Decided in parts.
    { weight: 1, arbitrary: fc.array(sent, { minLength: 11, maxLength: 12 }) },
  ),
  after: fc.nat(3),
  ring: fc.constantFrom("accepted", "accepted", "accepted", "accepted", "unauthenticated"),
  waits: fc.boolean(),
});

/** Number of random lives. */
const lives = process.env["TEST_STORE"] === "postgres" ? 8 : 40;

export function deliveryPromises(given: Given): void {
  const { store, actor, group, onCall, page, remove } = given;

  const of = (subject_id: string, { alerts, ring }: Sent, now: number) => ({
    subject_id,
    deliveries: [
      packed({
        delivered: delivered(alerts),
        arrival: arrival({
          org_id: actor.org_id,
          target_kind: "alert_group",
          target_id: subject_id,
          received_at: now,
          ring,
          body: JSON.stringify(alerts),
        }),
      }),
    ],
  });

  async function oneByOne(id: string, all: readonly Sent[], began: number): Promise<void> {
    let now = began;
    for (const one of all) await store.run("deliver", of(id, one, (now += one.after)));
  }

  async function together(id: string, all: readonly Sent[], began: number): Promise<void> {
    let now = began;
    let waiting: Promise<unknown>[] = [];
    for (const one of all) {
      if (!one.waits) await Promise.all(waiting.splice(0));
      waiting.push(store.run("deliver", of(id, one, (now += one.after))));
    }
    await Promise.all(waiting);
  }

  /** All that is to be seen of a group, without what has another name in each. */
  async function seen(id: string) {
    const { org_id } = actor;
    const incidents = await store.read.incidents({ ...page(), alert_group_id: id });
    const details = await Promise.all(
      incidents.map((incident) => store.read.incident(org_id, incident.id)),
    );
    const events = await store.read.recent_deliveries({ ...page(), target_id: id });
    const bodies = await Promise.all(
      events.map(async (event) => (await store.read.inbound_event(org_id, event.id))!.body),
    );
    const { subject } = (await store.read.resource("alert_groups", org_id, id, night))!;
    const { last_received_at, wake_at, status, refused_in_row } = subject;
    return {
      subject: { last_received_at, wake_at, status, refused_in_row },
      incidents: details
        .map((detail) => {
          const {
            id: _i,
            number: _n,
            source_id: _s,
            alert_group_id: _g,
            opened_by,
            resolved_by,
            ...rest
          } = detail!.incident;
          const placeOf = (event: string | null) => events.findIndex(({ id }) => id === event);
          return {
            ...rest,
            opened_by: placeOf(opened_by),
            resolved_by: placeOf(resolved_by),
            timeline: detail!.timeline.map(({ at, kind, text }) => ({ at, kind, text })),
            pushes: detail!.notifications.map(({ transition, title, message, state }) =>
              [transition, title, message, state].join(" | "),
            ),
          };
        })
        .toSorted((a, b) => a.opened_at - b.opened_at || (a.key < b.key ? -1 : 1)),
      deliveries: events.map(({ id: _i, target_id: _t, ...rest }, i): object => ({
        ...rest,
        body: bodies[i],
      })),
      live: await liveOf(new Set([id, ...incidents.map((i) => i.id), ...events.map((e) => e.id)])),
    };
  }

  /** Reads up to an event that is written last: on PostgreSQL, a transaction of any database holds events back. */
  async function liveOf(ids: ReadonlySet<string>): Promise<string[]> {
    const { id: last } = await group();
    const all: LiveEvent[] = [];
    await expect
      .poll(
        async () => {
          const after = all.at(-1)?.position ?? { tx: 0, seq: 0 };
          const { events } = await store.read.events({ org_id: actor.org_id, after, limit: 500 });
          all.push(...events);
          return all.at(-1)?.object_id;
        },
        { timeout: 60_000, interval: 0 },
      )
      .toBe(last);
    return all
      .filter(({ object_id }) => ids.has(object_id))
      .map(({ kind, about: { target_id: _t, ...about } }) => `${kind} ${JSON.stringify(about)}`)
      .toSorted();
  }

  test("deliveries that are decided together come to the same as one by one", async () => {
    let life = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(delivery, { maxLength: 12 }), async (all) => {
        const began = night + life * 60 * minute;
        const [one, other] = [await group(), await group()];
        if (life === 0) await onCall(one.id);
        for (const group_id of life === 0 ? [other.id] : [one.id, other.id]) {
          const member = { actor, group_id, email: "ada@example.com", now: night };
          await store.run("add_member", member);
        }
        life++;
        await oneByOne(one.id, all, began);
        await together(other.id, all, began);
        expect(await seen(other.id)).toEqual(await seen(one.id));
      }),
      { numRuns: lives },
    );
  });

  test("a hundred deliveries at once that only repeat count each, and all are kept with their verdicts", async () => {
    const { id } = await group();
    const fires = (n: number): Sent => ({
      alerts: [alert({ identity: "a", summary: `${n}` }), alert({ identity: "b" })],
      after: 1,
      ring: "accepted",
      waits: true,
    });
    await together(
      id,
      Array.from({ length: 100 }, (_, n) => fires(n)),
      night,
    );
    const { incidents, deliveries, live, subject } = await seen(id);
    expect(incidents).toMatchObject([
      { key: "a", occurrences: 100, summary: "99", opened_at: night + 1 },
      { key: "b", occurrences: 100 },
    ]);
    expect(subject.last_received_at).toBe(night + 100);
    expect(deliveries).toHaveLength(100);
    expect(deliveries[0]).toMatchObject({ received_at: night + 100, reason: "2 repeated." });
    expect(deliveries[99]).toMatchObject({ received_at: night + 1, reason: "2 opened." });
    expect(live.filter((event) => event.startsWith("delivery"))).toHaveLength(100);
  });

  test("an incident knows the delivery that opened it, and the one that resolved it, of several in one millisecond", async () => {
    const { id } = await group();
    const { org_id } = actor;
    const delivers = (identity: string, status: Alert["status"] = "firing"): Sent => ({
      alerts: [alert({ identity, title: identity, status })],
      after: 0,
      ring: "accepted",
      waits: true,
    });
    const parts = Array.from({ length: 12 }, (_, n) =>
      alert({ identity: `part ${n}`, title: "part" }),
    );
    await together(
      id,
      [
        delivers("a"),
        delivers("b"),
        { ...delivers("parts"), alerts: parts },
        delivers("a", "resolved"),
      ],
      night,
    );
    const url = { org_id, target_kind: "alert_group", target_id: id, received_at: night } as const;
    const no = { kind: "refused", http_status: 400, reason: "no JSON" } as const;
    const command = { ...no, arrival: arrival(url) };
    await store.run("command", { subject_id: id, command, now: night });
    const events = await store.read.recent_deliveries({ ...page(), target_id: id });
    expect(events.map(({ received_at }) => received_at)).toEqual(events.map(() => night));
    const found = await Promise.all(
      events.map(async (event) => {
        const incidents = await store.read.incidents_of_deliveries(org_id, [event]);
        for (const incident of incidents) {
          const deliveries = await store.read.deliveries_of_incident(incident);
          expect(deliveries.map((one) => one.id)).toContain(event.id);
        }
        return `${event.reason} ${[...new Set(incidents.map(({ title }) => title))].join()}`;
      }),
    );
    expect(found.toSorted()).toEqual([
      "1 opened. a",
      "1 opened. b",
      "1 resolved. a",
      "12 opened. part",
      "no JSON A delivery could not be read: no JSON",
    ]);
  });

  test("of a thousand deliveries and some more, the oldest are forgotten", async () => {
    const { id } = await group();
    const none: Sent = { alerts: [], after: 1, ring: "accepted", waits: true };
    await together(
      id,
      Array.from({ length: 1010 }, () => none),
      night,
    );
    await together(id, [{ ...none, ring: "unauthenticated" }], night);
    const query = { org_id: actor.org_id, limit: 2000, after: null, target_id: id };
    const kept = await store.read.recent_deliveries(query);
    expect(
      kept.filter(({ ring }) => ring === "accepted").map((event) => event.received_at),
    ).toEqual(Array.from({ length: 1000 }, (_, n) => night + 1010 - n));
    expect(kept).toHaveLength(1001);
  });

  test("deliveries to a group that is gone are answered with null", async () => {
    const none: Sent = { alerts: [alert()], after: 1, ring: "accepted", waits: true };
    const answers = [1, 2].map(() => store.run("deliver", of("nobody", none, night)));
    expect(await Promise.all(answers)).toEqual([null, null]);
  });

  test("a group with open incidents is not deleted, and its incidents are named in their order", async () => {
    const { id } = await group();
    const alerts = [3, 1, 2].map((n) => alert({ identity: `problem ${n}`, title: `Problem ${n}` }));
    const one: Sent = { alerts, after: 0, ring: "accepted", waits: false };
    await store.run("deliver", of(id, one, night));
    expect(await remove("alert_groups", id)).toMatchObject({
      ok: false,
      message: "This alert group cannot be deleted: incidents #1, #2 and #3 are not resolved.",
    });
  });
}
