/**
 * Re-evaluates the dependents of a monitor that has recovered, or has the result that they wait for.
 *
 * Runs in a transaction of its own, after the one that changed the monitor. It locks the monitor, then its
 * dependents in the order of their ids. So it waits for every transaction that has read the old state of
 * the monitor, and no incident stays suppressed by a dependency that has recovered. No transaction that
 * holds a dependent waits for the monitor, so deadlocks are impossible.
 *
 * SQL finds and locks the dependents, by an index. `core/incident/dependency` decides which of them are
 * checked or woken, and when.
 */
import { spread, splitDependents } from "../../core/incident/dependency.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import { inParts } from "../../store/kit/pages.ts";
import { type Procedure, rows, write } from "../../store/kit/procedure.ts";

/** Dependents that are re-evaluated between two cuts; as many as start within a second (`spread`). */
const partSize = 100;

/** Makes the dependents due; `rechecked` is their number. */
export function* recheck_dependents(
  c: Context,
  { subject_id, now }: { subject_id: string; now: Instant },
): Procedure<{ rechecked: number }> {
  const parent = yield* c.of.subjects.hold({ id: subject_id });
  if (!parent || parent.release_at === null) return { rechecked: 0 };
  const children = yield* rows(c.q.childrenOf, { parent_id: subject_id });
  let rechecked = 0;
  yield* inParts(children, partSize, function* (part) {
    // Again after a cut: the part waits for transactions that have read the old state.
    yield* c.of.subjects.hold({ id: subject_id });
    const { check, wake } = splitDependents(yield* rows(c.q.holdAll, { ids: part }), subject_id);
    const from = now + Math.floor(rechecked / partSize) * 1000;
    for (const { at, ids } of spread(check, from))
      yield* write(c.q.checkAgain, { at, ids: JSON.stringify(ids) });
    for (const { at, ids } of spread(wake, from))
      yield* write(c.q.wakeAgain, { at, ids: JSON.stringify(ids) });
    rechecked += check.length + wake.length;
    c.nudge("checks");
    c.nudge("wakes");
  });
  // Only now: after a crash in between all of them are re-evaluated. A mark that was set since stays.
  yield* c.of.subjects.update(
    { id: subject_id, release_at: parent.release_at },
    { release_at: null },
  );
  return { rechecked };
}
