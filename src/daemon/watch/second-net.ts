/**
 * The second net: once a minute it looks, by the rows alone, for work that the other loops should have done minutes ago. It
 * does that work by the same verbs, and counts an exception, because a loop that is behind is a mistake in monitord or
 * hangs: so the log, `/health` and `monitord_faults_total` have it, and a second monitord pages about it.
 *
 * Work counts when two looks in a row find it. After a gap or on a busy machine the loops get a minute to catch up.
 */
import type { Store } from "../../app/store.ts";
import type { Overdue } from "../../store/reads/own/overdue.ts";
import { overdueText, stillOverdue } from "../../core/status/overdue.ts";
import { startLoop, timerOf, type Loop, type LoopContext } from "../loop.ts";

/** Between two looks, and how long work may be overdue, ms. */
const pause = { looks: 60_000, overdue: 120_000 };
/** Rows of one transaction, and transactions of one repair. */
const bounds = { rows: 200, runs: 50 };

const none: Overdue = { deadlines: [], pages: [], handoffs: [], lanes: [], unpaged: [] };

export function startSecondNet(
  context: LoopContext & {
    store: Store;
    /** Called with the work that was overdue, after it was done. */
    onOverdue: (fault: Error) => void;
    /** Lets the dispatcher look for due pushes. */
    nudgePushes: () => void;
  },
): Loop {
  const { store, clock, onOverdue, nudgePushes } = context;
  const between = Math.max(pause.looks, context.longestSleep ?? 0);
  const next = timerOf(clock, between);
  let before = none;

  /** Does the work of the timekeeper and of the coverage, until all of it is done. */
  async function repair({ lanes }: Overdue): Promise<void> {
    if (lanes.length > 0) nudgePushes();
    for (let run = 0, woken = bounds.rows; woken >= bounds.rows && run < bounds.runs; run++) {
      const done = await store.run("wake_due", { limit: bounds.rows, now: clock.now() });
      woken = done.woken;
      for (const subject_id of done.recheck)
        await store.run("recheck_dependents", { subject_id, now: clock.now() });
    }
    let after: string | null = "";
    for (let run = 0; after !== null && run < bounds.runs; run++) {
      const done: { next: string | null } = await store.run("page_pending", {
        after,
        limit: bounds.rows,
        now: clock.now(),
      });
      after = done.next;
    }
  }

  return startLoop(async () => {
    if (!next.isDue()) return next.at();
    next.set(between);
    const now = await store.read.overdue(clock.now() - pause.overdue);
    const still = stillOverdue(before, now);
    before = now;
    if (Object.values(still).every((ids: string[]) => ids.length === 0)) return next.at();
    await repair(still);
    before = await store.read.overdue(clock.now() - pause.overdue);
    // A device without a page is a fault only if a page was owed: then it has one now.
    const left = new Set(before.unpaged);
    const text = overdueText({ ...still, unpaged: still.unpaged.filter((id) => !left.has(id)) });
    if (text !== null) onOverdue(new Error(text));
    return next.at();
  }, context);
}
