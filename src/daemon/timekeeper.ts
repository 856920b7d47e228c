/** Wakes every subject whose `wake_at` has passed: the one place where time alone causes changes. */
import type { Store } from "../app/store.ts";
import { startLoop, type Loop, type LoopContext } from "./loop.ts";

/** Subjects woken in one transaction. */
const batch = 200;

export function startTimekeeper(
  context: LoopContext & {
    store: Store;
  },
): Loop {
  const { store, clock } = context;
  return startLoop(async () => {
    const now = clock.now();
    const { woken, recheck, next_at } = await store.run("wake_due", {
      limit: batch,
      now,
    });
    for (const subject_id of recheck)
      await store.run("recheck_dependents", { subject_id, now: clock.now() });
    if (woken >= batch) return "again";
    // Subjects that are still due are being woken by another node at this moment.
    return woken === 0 && next_at !== null ? Math.max(next_at, now + 100) : next_at;
  }, context);
}
