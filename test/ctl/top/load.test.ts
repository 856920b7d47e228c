/** What the dashboard asks a server for, and when it asks. */
import { expect, test } from "vitest";
import { ApiProblem, createClient, type Client } from "../../../src/client/client.ts";
import { createLoader } from "../../../src/ctl/top/load.ts";
import { loadEvery, startLoop, type Clock } from "../../../src/ctl/top/loop.ts";
import type { Event } from "../../../src/ctl/top/state.ts";
import * as answers from "../../support/answers.ts";
import { problem, startFakeApi, type FakeApi } from "../fake-api.ts";
import { ago, health, incident, now, troubled, webhook } from "./given.ts";

const nothingMore = null;

/** A server with these monitors, that filters lists as the real one does. */
async function serverWith(monitors: ReturnType<typeof health>[]): Promise<{
  api: FakeApi;
  client: Client;
  monitors: ReturnType<typeof health>[];
}> {
  const kept = [...monitors];
  const detail = (number: number) =>
    answers.incidentDetail({
      ...incident(number),
      notifications: [
        answers.notification({ user_id: "ada", state: "refused" }),
        answers.notification({ user_id: "ada" }),
        answers.notification({ user_id: "bo", state: number === 2 ? "queued" : "expired" }),
        answers.notification({ user_id: "cy", transition: "recovered" }),
        answers.notification({ user_id: "di", state: "held" }),
      ],
    });
  const api = await startFakeApi({
    "GET /health_check_monitors": ({ path }) => {
      const statuses = new URL(path, "http://x").searchParams.get("status")?.split(",");
      return {
        body: kept.filter((one) => statuses?.includes(one.status) ?? true),
      };
    },
    "GET /webhook_monitors": ({ path }) => ({
      body: path.includes("firing") ? [] : [webhook(9000)],
    }),
    "GET /alert_groups": { body: [answers.group({ id: "oncall" })] },
    "GET /users": {
      body: [
        answers.user({ id: "ada" }),
        answers.user({ id: "bo", name: null, email: "bo@example.com" }),
      ],
    },
    "GET /incidents": ({ path }) => ({
      body: path.includes("unresolved=true") ? [incident(2), incident(1)] : [],
    }),
    "GET /incidents/incident-1": { body: detail(1) },
    "GET /incidents/incident-2": { body: detail(2) },
    "GET /health_check_monitors/monitor-1": () => {
      const found = kept.find(({ id }) => id === "monitor-1");
      return found ? { body: found } : problem(404, "gone");
    },
    "GET /health_check_monitors/monitor-1/history": {
      body: [{ at: ago(60), status: "down", reason: "gone" }],
    },
  });
  return {
    api,
    client: createClient({ url: api.url, apiKey: "mon_x", retries: 0 }),
    monitors: kept,
  };
}

const many = (bad: number) =>
  Array.from({ length: 800 }, (_, i) => health(i, { status: i < bad ? "down" : "up" }));
const wholeLists = ({ asked }: FakeApi) =>
  asked.filter(({ path }) => path === "/health_check_monitors").length;

test("few monitors are asked for each time, all of them", async () => {
  const { api, client } = await serverWith([health(1), health(2)]);
  await using _ = api;
  const loader = createLoader(client, () => now);
  const data = await loader.load(nothingMore);
  expect(data.monitors.map(({ id }) => id)).toEqual(["monitor-1", "monitor-2", "monitor-9000"]);
  expect(data.incidents.map(({ number }) => number)).toEqual([1, 2]);
  expect(data.groups.get("oncall")).toBe("On call");
  await loader.load(nothingMore);
  expect(wholeLists(api)).toBe(2);
});

test("of many, only those that are not well; what is well again or gone is noticed", async () => {
  const { api, client, monitors } = await serverWith(many(2));
  await using _ = api;
  let at = now;
  const loader = createLoader(client, () => at);
  expect((await loader.load(nothingMore)).monitors).toHaveLength(801);

  monitors[1] = health(1);
  monitors[5] = health(5, { status: "stale" });
  const next = await loader.load(nothingMore);
  expect(next.monitors.slice(0, 3).map(({ id, status }) => [id, status])).toEqual([
    ["monitor-0", "down"],
    ["monitor-5", "stale"],
    ["monitor-1", "up"],
  ]);
  expect(wholeLists(api)).toBe(1);

  monitors[1] = health(1, { status: "down" });
  await loader.load(nothingMore);
  monitors.splice(1, 1);
  expect((await loader.load(nothingMore)).monitors).toHaveLength(800);
  expect(wholeLists(api)).toBe(1);

  at += 20_000;
  await loader.load(nothingMore);
  expect(wholeLists(api)).toBe(2);
});

test("when much changes at once, or something new is wrong, all are asked for again", async () => {
  const { api, client, monitors } = await serverWith(many(40));
  await using _ = api;
  const loader = createLoader(client, () => now);
  await loader.load(nothingMore);
  monitors.splice(0, 40);
  expect((await loader.load(nothingMore)).monitors).toHaveLength(761);
  expect(wholeLists(api)).toBe(2);
  monitors.push(health(4000, { status: "down" }));
  expect((await loader.load(nothingMore)).monitors[0]!.id).toBe("monitor-4000");
  expect(wholeLists(api)).toBe(3);
});

test("what is opened is loaded with what only the details show", async () => {
  const { api, client, monitors } = await serverWith([health(1)]);
  await using _ = api;
  const loader = createLoader(client, () => now);
  const ref = { kind: "monitor", id: "monitor-1" } as const;
  const { opened } = await loader.load(ref);
  expect(opened?.monitor?.id).toBe("monitor-1");
  expect(opened?.history).toHaveLength(1);
  monitors.length = 0;
  const gone = await loader.load(ref);
  expect(gone.opened).toEqual({
    ref,
    incident: null,
    monitor: null,
    history: [],
  });
});

test("a server that fails is no empty list", async () => {
  const { api, client } = await serverWith([health(1)]);
  await using _ = api;
  api.answers["GET /users"] = problem(403, "not allowed");
  const loader = createLoader(client, () => now);
  await expect(loader.load(nothingMore)).rejects.toThrow(ApiProblem);
});

/** A clock that says how long it was asked to sleep, and wakes when it is told. */
function handClock() {
  const asked: number[] = [];
  let wake: (() => void) | null = null;
  let at = now;
  const clock: Clock = {
    now: () => at,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        asked.push(ms);
        wake = resolve;
        signal.addEventListener("abort", () => resolve());
      }),
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    clock,
    asked,
    settled,
    async pass(ms: number) {
      at += ms;
      wake?.();
      await settled();
    },
    later: (ms: number) => void (at += ms),
  };
}

test("loads every two seconds, at once when poked, more rarely when it fails, and ends", async () => {
  const hand = handClock();
  const ending = new AbortController();
  const events: Event[] = [];
  let loads = 0;
  let broken = false;
  const loop = startLoop({
    load: () => {
      loads++;
      hand.later(100);
      return broken ? Promise.reject(new Error("gone")) : Promise.resolve(troubled());
    },
    reasonOf: (error) => (error as Error).message,
    dispatch: (event) => void events.push(event),
    clock: hand.clock,
    signal: ending.signal,
  });
  await hand.settled();
  expect(loads).toBe(1);
  expect(events[0]).toMatchObject({ type: "loaded", dueAt: now + loadEvery });
  // A short pause that nothing shortens, and the rest of two seconds.
  expect(hand.asked).toEqual([150]);
  await hand.pass(150);
  expect(hand.asked).toEqual([150, 1750]);
  loop.poke();
  await hand.settled();
  expect(loads).toBe(2);

  broken = true;
  for (let i = 0; i < 7; i++) {
    await hand.pass(150);
    await hand.pass(5000);
  }
  const failed = events.filter(({ type }) => type === "failed");
  expect(failed.length).toBeGreaterThanOrEqual(6);
  expect(failed[0]).toMatchObject({ reason: "gone" });
  expect(Math.max(...hand.asked)).toBe(5000 - 150);

  ending.abort();
  await loop.ended;
  const before = loads;
  loop.poke();
  await hand.settled();
  expect(loads).toBe(before);
});

test("the pasts of the monitors on the screen are loaded, and again after half a minute", async () => {
  let time = now;
  const asked: string[] = [];
  const api = await startFakeApi({
    "GET /health_check_monitors": { body: [health(1), health(2), health(3)] },
    "GET /webhook_monitors": { body: [] },
    "GET /alert_groups": { body: [] },
    "GET /users": { body: [] },
    "GET /incidents": { body: [] },
    "GET /monitors/history": ({ path }) => {
      const ids = new URL(path, "http://x").searchParams.get("ids")!;
      asked.push(ids);
      return {
        body: ids.split(",").map((monitor_id) => ({
          monitor_id,
          kind: "health_check_monitors" as const,
          states: [{ state: "healthy" as const, steps: 24 }],
          uptime: 1,
          p50_ms: 20,
        })),
      };
    },
  });
  await using _ = api;
  const client = createClient({ url: api.url, apiKey: "mon_x", retries: 0 });
  const loader = createLoader(client, () => time);
  const first = await loader.load(nothingMore, ["monitor-1", "monitor-2"]);
  expect(first.pasts.get("monitor-1")?.uptime).toBe(1);
  time += 2000;
  await loader.load(nothingMore, ["monitor-2", "monitor-3"]);
  time += 30_000;
  await loader.load(nothingMore, ["monitor-3"]);
  expect(asked).toEqual(["monitor-1,monitor-2", "monitor-3", "monitor-3"]);
});
