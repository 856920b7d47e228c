/**
 * Random lives twice: once with a wall clock that is stepped back and forth, for seconds or for good, and with
 * restarts; and once without. At each moment both have the same statuses, incidents, ages and pushes.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { minutes, startWorld, topic, type World } from "../support/world.ts";

const eventNames = [
  "report",
  "success",
  "break",
  "recover",
  "acknowledge",
  "silence",
  "wait",
  "wait",
  "step",
  "step",
  "restart",
] as const;
/** What happens, and a number that chooses how much. */
type Event = [(typeof eventNames)[number], number];
const event: fc.Arbitrary<Event> = fc.tuple(fc.constantFrom(...eventNames), fc.nat(5));

/** By how much the wall clock is stepped, in minutes: intervals keep their phase. */
const steps = [60, -5, 370 * 24 * 60, -370 * 24 * 60, -60, 3];
const waits = [1, 2, 4, 7, 15, 30];

interface Incident {
  id: string;
  title: string;
  status: string;
  opened_at: string;
}

/** Service time, in seconds. */
async function serviceTime(world: World): Promise<number> {
  const answer = await fetch(`${world.daemon.url}/health`);
  return ((await answer.json()) as { finishedAt: number }).finishedAt;
}

/** How things are after an event. */
async function snapshot(world: World) {
  await world.settle();
  const now = await serviceTime(world);
  const monitors = [
    ...(await world.api<{ title: string; status: string }[]>("GET", "/health_check_monitors")),
    ...(await world.api<{ title: string; status: string }[]>("GET", "/webhook_monitors")),
  ];
  const incidents = await world.api<Incident[]>("GET", "/incidents");
  return {
    monitors: monitors.map(({ title, status }) => `${title} ${status}`),
    incidents: incidents.map(({ title, status, opened_at }) =>
      status === "resolved"
        ? `${title} resolved`
        : `${title} ${status} for ${Math.ceil((now - Date.parse(opened_at) / 1000) / 60)} min`,
    ),
    pushes: world.phone.messages(topic).map(({ title }) => title),
  };
}

/** Lives through the events; `stepping`: those of the clock too. */
async function live(events: readonly Event[], stepping: boolean) {
  const world = await startWorld();
  const group = await world.onCall({ repeat_minutes: 10, repeat_limit: 5 });
  const alert_group_id = group.id;
  const shop = await world.api<{ id: string }>("POST", "/health_check_monitors", {
    title: "Shop",
    url: world.target.healthUrl,
    alert_group_id,
    // Short, because each monitor has its own phase within it.
    interval_seconds: 30,
    staleness_threshold_minutes: 10,
  });
  const monitor = (title: string, fields: object) =>
    world.api<{ id: string; webhook_url: string }>("POST", "/webhook_monitors", {
      title,
      alert_group_id,
      error_rate_window_minutes: 15,
      ...fields,
    });
  const errors = await monitor("Errors", { error_rate_threshold: 2 });
  const backup = await monitor("Backup", {
    error_rate_threshold: 100,
    expect_every_minutes: 20,
    grace_minutes: 5,
  });

  const happen: Record<Event[0], (n: number) => unknown> = {
    report: () => world.report(errors),
    success: () => fetch(`${world.daemon.url}${new URL(backup.webhook_url).pathname}/success`),
    break: () => world.target.breakCheck("database", "gone"),
    recover: () => world.target.recover(),
    acknowledge: async () => {
      for (const { id } of await world.api<Incident[]>("GET", "/incidents?status=open"))
        await world.api("POST", `/incidents/${id}/acknowledge`, { by: "Ada" });
    },
    silence: async () => {
      const until = new Date((await serviceTime(world)) * 1000 + minutes(15)).toISOString();
      const silence = { monitor_id: shop.id, until, reason: "work", by: "Bo" };
      await world.api("POST", "/silences", silence);
    },
    wait: (n) => world.pass(minutes(waits[n]!)),
    step: async (n) => {
      if (stepping) world.clock.step(minutes(steps[n]!));
      // The loops of a story sleep, so a request looks at the clock.
      await world.api("GET", "/me");
      await world.settle();
    },
    restart: () => world.restart(),
  };
  const trace = [];
  for (const [name, n] of events) {
    await happen[name](n);
    await world.pass(minutes(1));
    trace.push({ after: `${name} ${n}`, ...(await snapshot(world)) });
  }
  // Whatever is held back is adopted by now.
  await world.pass(minutes(30));
  trace.push({ after: "the end", ...(await snapshot(world)) });
  const gaps = await world.api<{ reason: string }[]>("GET", "/blind_periods");
  await world.end();
  return { trace, reasons: new Set(gaps.map(({ reason }) => reason)) };
}

test("a life with steps of the clock is the same as one without", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 8, maxLength: 14 }), async (events) => {
      const [steady, stepped] = [await live(events, false), await live(events, true)];
      expect(stepped.trace).toEqual(steady.trace);
      expect([...steady.reasons]).toEqual([]);
      expect([...stepped.reasons].filter((reason) => reason !== "clock")).toEqual([]);
    }),
    { numRuns: 4, seed: 20_261_122, endOnFailure: true },
  );
});
