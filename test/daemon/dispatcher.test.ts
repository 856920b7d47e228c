import { expect, test } from "vitest";
import type { Store } from "../../src/app/store.ts";
import type { DuePush, PushOutcome } from "../../src/core/paging/push.ts";
import { startDispatcher } from "../../src/daemon/dispatcher.ts";
import { duePush } from "../channel/due-push.ts";
import { MovableClock } from "../support/clock.ts";

/** A dispatcher with one due push, which ends when the test says so, and the requests to its store. */
function start(due: DuePush) {
  const clock = new MovableClock();
  const began = clock.now();
  const requests: [verb: string, at: number][] = [];
  const answer = Promise.withResolvers<PushOutcome>();
  const unclaimed = [due];
  const store = {
    follow: () => {},
    run(verb: string) {
      requests.push([verb, clock.now() - began]);
      return Promise.resolve({ due: unclaimed.splice(0), next_at: null, more: false });
    },
  } as unknown as Store;
  const dispatcher = startDispatcher({
    store,
    clock,
    pusher: { push: () => answer.promise, close: () => Promise.resolve() },
    minutes: { pushed: () => {} },
    random: () => 0.5,
    onError: (error) => expect.unreachable(String(error)),
    longestSleep: 3_600_000,
  });
  return {
    dispatcher,
    requests: () => requests.filter(([verb]) => verb !== "claim_pushes"),
    answer: answer.resolve,
    pass: (seconds: number) => clock.advance(seconds * 1000, () => true),
  };
}

test("the claim of a push is renewed as long as it is being sent, and no longer", async () => {
  const { dispatcher, requests, answer, pass } = start(duePush({}));
  await pass(35);
  answer({ kind: "delivered", http_status: null, provider_id: "250 Ok" });
  await pass(60);
  expect(requests()).toEqual([
    ["renew_pushes", 10_000],
    ["renew_pushes", 20_000],
    ["renew_pushes", 30_000],
    ["settle_push", 35_000],
  ]);
  await dispatcher.stop();
});
