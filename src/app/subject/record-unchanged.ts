/**
 * Records unchanged checks, all with one statement: their monitors are neither read nor decided about. Answers the monitors
 * that do not meet its condition, or that another transaction holds: their checks are to be given as commands.
 */
import {
  measuresOfUnchanged,
  unchangedRow,
  type UnchangedCheck,
} from "../../core/health/unchanged-check.ts";
import { rowOfCheck } from "../../core/history/entries.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/kit/context.ts";
import { rows, writeAll, type Procedure } from "../../store/kit/procedure.ts";

export function* record_unchanged(
  c: Context,
  { checks }: { checks: readonly UnchangedCheck[]; now: Instant },
): Procedure<{ refused: string[] }> {
  const recorded = yield* rows(c.q.recordUnchanged, {
    rows: JSON.stringify(checks.map(unchangedRow)),
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
