/**
 * Makes partitions ahead, rolls up measures, and deletes rows older than the retention, a few at a time, between other
 * commits. The pauses are of steady time: a clock that is stepped makes no run due.
 */
import type { Retention } from "../core/history/retention.ts";
import type { Instant } from "../core/model/model.ts";
import type { Store } from "../app/store.ts";
import { startLoop, timerOf, type Loop, type LoopContext } from "./loop.ts";

/** Between two runs, and between the parts of one, ms. */
const pause = { runs: 10 * 60_000, parts: 5 };
/** Monitors rolled up in one part. */
const subjectsInPart = 100;

export function startJanitor(
  context: LoopContext & {
    store: Store;
    retention: Retention;
    /** Called after a run that deleted rows, with their number by table. */
    onDeleted: (deleted: Record<string, number>) => void;
    /** Called with the names of partitions that were made, or dropped because all their rows are old. */
    onPartitions: (change: { made?: string[]; dropped?: string[] }) => void;
    /** Called with the names of partitions that rows of now need and that could not be made. */
    onMissing: (missing: string[]) => void;
    /** Called when retention begins to wait, with the instant at which that ends, and with null when it goes on. */
    onWait: (until: Instant | null) => void;
  },
): Loop {
  const { store, clock, retention, onDeleted, onPartitions, onMissing, onWait } = context;
  const next = timerOf(clock, pause.runs);
  const ahead = timerOf(clock, 0);
  let total: Record<string, number> = {};
  /** The tables that a run has not done with; absent: it has not begun. */
  let left: { tables?: string[] } = {};
  let waiting = false;
  /** Makes all that are missing; those that something is in the way of, at the next run. */
  async function makePartitions(): Promise<void> {
    for (;;) {
      const now = clock.now();
      const { made, missing, more } = await store.run("make_partitions", { now, retention });
      if (made.length > 0) onPartitions({ made });
      if (made.length > 0 && more) continue;
      if (missing.length > 0) onMissing(missing);
      return ahead.set(pause.runs);
    }
  }
  return startLoop(async () => {
    if (store.shared && ahead.isDue()) await makePartitions();
    if (!next.isDue()) return next.at();
    if (!left.tables) {
      const rolled = await store.run("roll_up", { now: clock.now(), limit: subjectsInPart });
      if (rolled.more) {
        next.set(pause.parts);
        return next.at();
      }
    }
    const expired = await store.run("expire_rows", { now: clock.now(), retention, ...left });
    const { more, deleted, dropped, waits_until } = expired;
    left = more ? { tables: expired.left } : {};
    for (const [table, n] of Object.entries(deleted)) total[table] = (total[table] ?? 0) + n;
    if (dropped.length > 0) onPartitions({ dropped });
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
