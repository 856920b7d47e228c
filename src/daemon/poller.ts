/**
 * Makes due health checks: claims as many as there are free slots, fetches outside any transaction, and
 * reports what came back as a command. A slow target holds a slot, never a lock; a daemon that dies in
 * between leaves a claim that runs out.
 */
import type { Clock, DueCheck, Prober, Store } from "../app/ports.ts";
import { readHealth } from "../core/health.ts";
import { startLoop, type Loop } from "./loop.ts";

/** Fetches under way at once. A hung target holds its slot for its timeout, 60 s at most. */
const slots = 256;
/** Claims are gathered this long, so that a steady stream of checks shares transactions. */
const gather = 50;

export function startPoller(context: {
  store: Store;
  prober: Prober;
  clock: Clock;
  onError: (error: unknown) => void;
}): Loop {
  const { store, prober, clock } = context;
  const underWay = new Set<Promise<void>>();
  let full = false;
  let stopped = false;

  async function check(due: DueCheck): Promise<void> {
    const fetched = await prober.fetch(due.monitor);
    const now = clock.now();
    // The claim has run out (this process stood still): somebody else checks, and this answer is old.
    if (now > due.lease_until) return;
    await store.run("command", {
      subject_id: due.subject_id,
      command: {
        kind: "checked",
        lease: due.lease,
        reading: readHealth(fetched, now),
      },
      now,
    });
  }

  const loop = startLoop(
    async () => {
      const limit = slots - underWay.size;
      full = limit <= 0;
      if (full) return null;
      const now = clock.now();
      const { due, next_at } = await store.run("claim_checks", { limit, now });
      for (const one of due) {
        const task = check(one)
          .catch((error: unknown) => {
            if (!stopped) context.onError(error);
          })
          .finally(() => {
            underWay.delete(task);
            if (full) loop.nudge();
          });
        underWay.add(task);
      }
      return next_at === null ? null : Math.max(next_at, now + gather);
    },
    { clock, onError: context.onError },
  );

  return {
    nudge: () => loop.nudge(),
    resting: () => loop.resting() && underWay.size === 0,
    async stop() {
      // What is under way is not waited for: its claims are taken up again after the next start.
      stopped = true;
      await loop.stop();
    },
  };
}
