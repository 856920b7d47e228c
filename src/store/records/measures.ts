/** Records measures for the history of a monitor, in the transaction of the command. */
import { rowOfCheck, type Check } from "../../core/history/entries.ts";
import type { SubCheckChange } from "../../core/history/point.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../queries/context.ts";
import { writeAll, type Procedure } from "../kit/procedure.ts";

/** Appends a check to its hour. */
export const recordCheck = (c: Context, subject_id: string, check: Check): Procedure<void> =>
  writeAll(c.q.appendMeasures, [{ subject_id, ...rowOfCheck(check) }]);

/** Writes the sub-checks that changed. */
export const recordSubChecks = (
  c: Context,
  subject_id: string,
  changed: readonly Omit<SubCheckChange, "at">[],
  at: Instant,
): Procedure<void> =>
  writeAll(
    c.q.addSubCheckChanges,
    changed.map((one) => ({ subject_id, at, ...one })),
  );
