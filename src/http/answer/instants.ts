/** Instants as people and programs write them. */
import type { Instant } from "../../core/model/model.ts";
import { zoneOf } from "../../core/paging/zone.ts";
import { invalid } from "./problem.ts";

/** Parses an ISO 8601 date-time with its offset; null when empty. Throws 422 naming the field. */
export function instantOf(field: string, text: string | null | undefined): Instant | null {
  if (text === null || text === undefined) return null;
  const at = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d))?$/i.test(text)
    ? Date.parse(text)
    : Number.NaN;
  // 30 February would silently become 2 March.
  const [year, month, day] = text.slice(0, 10).split("-").map(Number);
  const days = new Date(Date.UTC(year ?? 0, month ?? 0, 0)).getUTCDate();
  if (Number.isNaN(at) || (day ?? 0) > days)
    throw invalid([
      {
        field,
        code: "format",
        message: "must be an ISO 8601 instant, such as 2026-12-31T23:00:00Z",
      },
    ]);
  return at;
}

/**
 * The instant of a browser's date and time field, in the time zone; the text itself when it is not a
 * time, null when it is empty.
 */
export function localInstant(text: string, timezone: string): Instant | string | null {
  if (text === "") return null;
  const shown = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(text)
    ? Date.parse(`${text}Z`)
    : Number.NaN;
  return Number.isNaN(shown) ? text : zoneOf(timezone).reached(shown);
}
