/**
 * Rolls up measures, and deletes rows older than the retention, a few at a time, between other commits. The pauses are of steady time:
 * a clock that is stepped makes no run due.
 */
import type { Retention } from "../core/model/retention.ts";
import type { Instant } from "../core/model/model.ts";
import type { Store } from "../app/store.ts";
import { startLoop, timerOf, type Loop, type LoopContext } from "./loop.ts";

/** Between two runs, and between the parts of one, ms. */
const pause = { runs: 10 * 60_000, parts: 100 };
/** Monitors rolled up in one part. */
const subjectsInPart = 100;

export function startJanitor(
  context: LoopContext & {
    store: Store;
    retention: Retention;
    /** Called after a run that deleted rows, with their number by table. */
    onDeleted: (deleted: Record<string, number>) => void;
    /** Called when retention begins to wait, with the instant at which that ends, and with null when it goes on. */
    onWait: (until: Instant | null) => void;
  },
): Loop {
  const { store, clock, retention, onDeleted, onWait } = context;
  const next = timerOf(clock, pause.runs);
  let total: Record<string, number> = {};
  let waiting = false;
  return startLoop(async () => {
    if (!next.isDue()) return next.at();
    if ((await store.run("roll_up", { now: clock.now(), limit: subjectsInPart })).more) {
      next.set(pause.parts);
      return next.at();
    }
    const { more, deleted, waits_until } = await store.run("expire_rows", {
      now: clock.now(),
      retention,
    });
    for (const [table, n] of Object.entries(deleted)) total[table] = (total[table] ?? 0) + n;
    if (!more && Object.keys(total).length > 0) {
      onDeleted(total);
      total = {};
    }
    if (waiting !== (waits_until !== null)) onWait(waits_until);
    waiting = waits_until !== null;
    next.set(more ? pause.parts : pause.runs);
    return next.at();
  }, context);
}
