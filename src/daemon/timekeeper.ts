/** Wakes every subject whose `wake_at` has passed: the one place where time alone makes things happen. */
import type { Clock, Store } from "../app/ports.ts";
import { startLoop, type Loop } from "./loop.ts";

/** Subjects woken in one transaction. */
const batch = 200;

export function startTimekeeper(context: {
  store: Store;
  clock: Clock;
  onError: (error: unknown) => void;
}): Loop {
  const { store, clock } = context;
  return startLoop(
    async () => {
      const { woken, next_at } = await store.run("wake_due", {
        limit: batch,
        now: clock.now(),
      });
      return woken === batch ? "again" : next_at;
    },
    { clock, onError: context.onError },
  );
}
