import { expect, test } from "vitest";
import type { Store } from "../../src/app/store.ts";
import type { DuePush, PushOutcome } from "../../src/core/paging/push.ts";
import { startDispatcher } from "../../src/daemon/dispatcher.ts";
import { duePush } from "../channel/due-push.ts";
import { MovableClock } from "../support/clock.ts";

const accepted: PushOutcome = { kind: "delivered", http_status: null, provider_id: "250 Ok" };

/** A dispatcher with due pushes of one lane, each of which ends when the test says so, and the requests to its store. */
function start(due: readonly DuePush[]) {
  const clock = new MovableClock();
  const began = clock.now();
  const requests: [verb: string, at: number][] = [];
  const unclaimed = [...due];
  const underWay: ((outcome: PushOutcome) => void)[] = [];
  const store = {
    follow: () => {},
    run(verb: string, { per_lane = 0, busy = {} }: { per_lane?: number; busy?: object }) {
      requests.push([verb, clock.now() - began]);
      const [used = 0] = Object.values(busy) as number[];
      const claimed = verb === "claim_pushes" ? unclaimed.splice(0, per_lane - used) : [];
      return Promise.resolve({ due: claimed, next_at: null, more: unclaimed.length > 0 });
    },
  } as unknown as Store;
  const dispatcher = startDispatcher({
    store,
    clock,
    pusher: {
      push: () => new Promise<PushOutcome>((resolve) => underWay.push(resolve)),
      close: () => Promise.resolve(),
    },
    minutes: { pushed: () => {} },
    random: () => 0.5,
    onError: (error) => expect.unreachable(String(error)),
    longestSleep: 3_600_000,
  });
  const pass = (seconds: number) => clock.advance(seconds * 1000, () => true);
  return {
    /** Stops it, which waits a little for pushes under way. */
    stop: () => Promise.all([dispatcher.stop(), pass(6)]),
    requests: () => requests.filter(([verb]) => verb !== "claim_pushes"),
    /** How many were begun. */
    begun: () => underWay.length,
    /** The first that is under way has an answer. */
    answer: () => underWay.shift()?.(accepted),
    pass,
  };
}

test("the claim of a push is renewed as long as it is being sent, and no longer", async () => {
  const { stop, requests, answer, pass } = start([duePush({})]);
  await pass(35);
  answer();
  await pass(60);
  expect(requests()).toEqual([
    ["renew_pushes", 10_000],
    ["renew_pushes", 20_000],
    ["renew_pushes", 30_000],
    ["settle_push", 35_000],
  ]);
  await stop();
});

test("a server that takes minutes for some pushes holds up the others for seconds, up to a number", async () => {
  const { stop, begun, pass } = start(Array.from({ length: 100 }, () => duePush({})));
  const atSecond: Record<number, number> = {};
  for (const second of [1, 11, 21, 31, 41, 51, 120]) {
    await pass(second - Math.max(0, ...Object.keys(atSecond).map(Number)));
    atSecond[second] = begun();
  }
  expect(atSecond).toEqual({ 1: 8, 11: 16, 21: 24, 31: 32, 41: 40, 51: 40, 120: 40 });
  await stop();
});

test("a push that left its slot leaves no other when it ends", async () => {
  const { stop, begun, answer, pass } = start(Array.from({ length: 30 }, () => duePush({})));
  await pass(11);
  expect(begun()).toBe(16);
  for (let ended = 0; ended < 8; ended++) answer();
  await pass(1);
  // Those of the second eight have their slots.
  expect(begun()).toBe(8);
  answer();
  await pass(1);
  expect(begun()).toBe(8);
  await stop();
});
