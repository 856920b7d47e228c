/** Rolls up measures: hours that have ended, and then days, of a few subjects at a time. */
import { beginRun, daysOf, hoursOf, noProgress } from "../../core/history/rollup.ts";
import type { Range } from "../../core/history/point.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import { cut, rows, writeAll, type Procedure } from "../../store/kit/procedure.ts";

/**
 * Goes on with the run under way, or begins one; `limit` subjects at most. A run that is cut off goes on after its
 * last subject. Two nodes may do one subject twice: the same entries are appended again, and the last ones count.
 * `more`: call again.
 */
export function* roll_up(
  c: Context,
  { now, limit }: { now: Instant; limit: number },
): Procedure<{ more: boolean }> {
  yield* c.of.rollup.insertNew({ id: 1, ...noProgress });
  const run = beginRun((yield* c.of.rollup.hold({ id: 1 })) ?? noProgress, now);
  if (run === null) return { more: false };
  const { until, run_until, run_subject } = run;
  yield* c.of.rollup.update({ id: 1 }, { until, run_until, run_subject });
  const subjects = yield* rows(c.q.nextSubjects, { after: run_subject ?? "", limit });
  for (const { id } of subjects) {
    yield* rollUpSubject(c, id, { from: until, to: run_until });
    yield* c.of.rollup.update({ id: 1 }, { run_subject: id });
    yield* cut();
  }
  if (subjects.length === limit) return { more: true };
  yield* c.of.rollup.update({ id: 1 }, { until: run_until, run_until: null, run_subject: null });
  return { more: false };
}

function* rollUpSubject(c: Context, subject_id: string, range: Range): Procedure<void> {
  const of = { subject_id, ...range };
  const checks = yield* rows(c.q.checksOfHours, of);
  const errors = yield* rows(c.q.errorsOfHours, of);
  const append = (all: ReturnType<typeof hoursOf>) =>
    writeAll(
      c.q.appendMeasures,
      all.map((row) => ({ subject_id, ...row })),
    );
  yield* append(hoursOf(checks, errors));
  yield* append(daysOf(yield* rows(c.q.hoursOfDays, of)));
}
