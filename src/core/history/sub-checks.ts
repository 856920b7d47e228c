/** Which sub-checks changed between two reports. Pure. */
import type { CheckResult } from "../model/model.ts";
import type { SubCheckChange } from "../history/point.ts";

/**
 * The sub-checks whose status is another one, that are new, or that are no longer reported. One that only says
 * something else has not changed: many count something in their summary. `limit`:
 * how many sub-checks are kept of a report.
 */
export function subCheckChanges(
  before: readonly CheckResult[],
  after: readonly CheckResult[],
  limit: number,
): Omit<SubCheckChange, "at">[] {
  const old = new Map(before.map(({ name, status }) => [name, status]));
  const names = new Set(after.map(({ name }) => name));
  const changed = after.filter(({ name, status }) => old.get(name) !== status);
  // A report that was cut to its worst results does not say which of the others are gone.
  const gone = names.size >= limit ? [] : before.filter(({ name }) => !names.has(name));
  return [
    ...changed.map(({ name, label, status, short_summary }) => ({
      name,
      label,
      status,
      short_summary,
    })),
    ...gone.map(({ name, label }) => ({ name, label, status: null, short_summary: null })),
  ];
}
