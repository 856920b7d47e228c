/** A push server without a network, for tests that have a store and no dispatcher. */
import type { DuePush, PushOutcome } from "../../src/core/paging/push.ts";
import type { Store } from "../../src/app/store.ts";

export const taken: PushOutcome = {
  kind: "delivered",
  http_status: 200,
  provider_id: "m1",
};

/** Answers every push that is due; what they were. */
export async function answerPushes(
  store: Store,
  now: number,
  outcome: PushOutcome = taken,
): Promise<DuePush[]> {
  const { due } = await store.run("claim_pushes", {
    per_lane: 8,
    busy: {},
    now,
  });
  for (const { claims } of due)
    await store.run("settle_push", {
      claims,
      started_at: now,
      outcome,
      jitter: 0.5,
      now,
    });
  return due;
}
