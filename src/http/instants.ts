/** Instants as people and programs write them. */
import type { Instant } from "../core/model.ts";
import { invalid } from "./problem.ts";

/** An ISO 8601 date-time with its offset; null when nothing is given. Throws 422 naming the field. */
export function instantOf(
  field: string,
  text: string | null | undefined,
): Instant | null {
  if (text === null || text === undefined) return null;
  const at =
    /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d))?$/i.test(
      text,
    )
      ? Date.parse(text)
      : Number.NaN;
  if (Number.isNaN(at))
    throw invalid([
      {
        field,
        code: "format",
        message: "must be an ISO 8601 instant, such as 2026-12-31T23:00:00Z",
      },
    ]);
  return at;
}
