/** Writes the pushes about shifts: at handoffs, before them, and after edits. Pages never wait for it. */
import type { Store } from "../app/store.ts";
import { startLoop, type Loop, type LoopContext } from "./loop.ts";

/** Schedules per request. */
const batch = 100;

export function startShifts(context: LoopContext & { store: Store }): Loop {
  const { store, clock } = context;
  return startLoop(async () => {
    const { again, next_at } = await store.run("notify_shifts", {
      limit: batch,
      now: clock.now(),
    });
    return again ? "again" : next_at;
  }, context);
}
