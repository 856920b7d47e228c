/**
 * Looking again at what depends on a monitor that is no longer down, or has answered.
 *
 * A transaction of its own, after the one that changed the monitor, and it holds those that depend on it: who
 * has read the monitor as it was before is waited for, so that no incident is suppressed for what is over. Held are
 * the monitor and then those that depend on it, in the order of their ids; nobody who holds one of these
 * waits for the monitor.
 *
 * SQL finds and holds the dependents, by an index. Which of them are checked or woken, and when, is decided in
 * `core/incident/dependency`.
 */
import { spread, splitDependents } from "../../core/incident/dependency.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/kit/context.ts";
import { type Procedure, rows, write } from "../../store/kit/procedure.ts";

/** Re-evaluates the dependents of a monitor that has recovered or answered. */
export function* release(
  c: Context,
  { subject_id, now }: { subject_id: string; now: Instant },
): Procedure<{ released: number }> {
  const parent = yield* c.of.subjects.hold({ id: subject_id });
  if (!parent || parent.release_at === null) return { released: 0 };
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
  return { released: check.length + wake.length };
}
