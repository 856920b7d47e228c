/**
 * Re-evaluates the dependents of a monitor that has recovered, or has the result that they wait for.
 *
 * Runs in a transaction of its own, after the one that changed the monitor. It locks the monitor, then its
 * dependents in the order of their ids. So it waits for every transaction that has read the old state of
 * the monitor, and no incident stays suppressed by a dependency that has recovered. No transaction that
 * holds a dependent waits for the monitor, so there is no deadlock.
 *
 * SQL finds and locks the dependents, by an index. `core/incident/dependency` decides which of them are
 * checked or woken, and when.
 */
import { spread, splitDependents } from "../../core/incident/dependency.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/kit/context.ts";
import { type Procedure, rows, write } from "../../store/kit/procedure.ts";

/** Makes the dependents due; `rechecked` is their number. */
export function* recheck_dependents(
  c: Context,
  { subject_id, now }: { subject_id: string; now: Instant },
): Procedure<{ rechecked: number }> {
  const parent = yield* c.of.subjects.hold({ id: subject_id });
  if (!parent || parent.release_at === null) return { rechecked: 0 };
  yield* c.of.subjects.update({ id: subject_id }, { release_at: null });
  const children = yield* rows(c.q.childrenOf, { parent_id: subject_id });
  const held = yield* rows(c.q.holdAll, {
    ids: JSON.stringify(children.map(({ id }) => id)),
  });
  const { check, wake } = splitDependents(held, subject_id);
  for (const { at, ids } of spread(check, now))
    yield* write(c.q.checkAgain, { at, ids: JSON.stringify(ids) });
  for (const { at, ids } of spread(wake, now))
    yield* write(c.q.wakeAgain, { at, ids: JSON.stringify(ids) });
  c.nudge("checks");
  c.nudge("wakes");
  return { rechecked: check.length + wake.length };
}
