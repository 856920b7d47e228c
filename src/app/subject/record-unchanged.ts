/**
 * Records unchanged checks, all with one statement: their monitors are neither read nor decided about. Answers the monitors
 * that do not meet its condition, or that another transaction holds: their checks are to be given as commands.
 */
import {
  measuresOfUnchanged,
  unchangedColumns,
  type UnchangedCheck,
} from "../../core/health/unchanged-check.ts";
import { rowOfCheck } from "../../core/history/entries.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import { rows, writeAll, type Procedure } from "../../store/kit/procedure.ts";

export function* record_unchanged(
  c: Context,
  { checks }: { checks: readonly UnchangedCheck[]; now: Instant },
): Procedure<{ refused: string[] }> {
  const recorded = yield* rows(c.q.recordUnchanged, {
    rows: JSON.stringify(checks.map(rowOf)),
  });
  const ids = new Set(recorded.map(({ id }) => id));
  yield* writeAll(
    c.q.appendMeasures,
    checks
      .filter(({ subject_id }) => ids.has(subject_id))
      .map((check) => ({
        subject_id: check.subject_id,
        ...rowOfCheck(measuresOfUnchanged(check)),
      })),
  );
  return {
    refused: checks.map(({ subject_id }) => subject_id).filter((id) => !ids.has(id)),
  };
}

/** The items that the statement takes, in its order. */
function rowOf(check: UnchangedCheck): readonly (string | number | null)[] {
  const columns = unchangedColumns(check);
  return [
    check.subject_id,
    check.lease,
    check.hash,
    columns.due_at,
    columns.wake_at,
    columns.checked_at,
    columns.finished_at,
    columns.checks_total,
    columns.checks_passing,
    columns.measured && JSON.stringify(columns.measured),
    columns.pace,
  ];
}
