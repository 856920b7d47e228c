/** The period of a report, from the address of its page: the last days, a month, or dates that were typed. Pure. */
import { dayLength, zoneOf } from "../../../core/hours/zone.ts";
import type { Instant } from "../../../core/model/model.ts";
import { longestRange } from "../../../core/on-call/shifts.ts";
import { readGivenInstant } from "../../../core/text/read-instant.ts";
import { day } from "../../../core/text/units.ts";
import type { ReportPeriod } from "../../../dashboard/pages/on-call-report.ts";

export interface ReportQuery {
  period?: unknown;
  from?: unknown;
  to?: unknown;
}

const usualDays = 28;

/** Other words mean the usual period. A period that is under way ends now. */
export function periodOf(
  { period, from, to }: ReportQuery,
  { now, zone }: { now: Instant; zone: string },
): ReportPeriod {
  const there = zoneOf(zone);
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  const typed = { from: text(from).slice(0, 10), to: text(to).slice(0, 10) };
  const last = (days: number, problem: string | null = null): ReportPeriod => ({
    from: now - days * day,
    until: now,
    chosen: `${days}d`,
    typed,
    problem,
    query: `period=${days}d`,
  });
  if (typed.from !== "" || typed.to !== "") {
    const [first, end] = [dayOf(typed.from), dayOf(typed.to)];
    if (first === null || end === null) return last(usualDays, "Choose a first and a last day.");
    const begin = there.reached(first * dayLength);
    const until = Math.min(there.reached((end + 1) * dayLength), now);
    if (until <= begin || until - begin > longestRange)
      return last(
        usualDays,
        "The last day is before the first, or a report would be of the future, or of more than a year.",
      );
    const query = `from=${typed.from}&to=${typed.to}`;
    return { from: begin, until, chosen: null, typed, problem: null, query };
  }
  const month = /^(20\d\d)-(0[1-9]|1[0-2])$/.exec(text(period));
  if (month) {
    const [year, index] = [Number(month[1]), Number(month[2]) - 1];
    const begin = there.reached(Date.UTC(year, index));
    const until = Math.min(there.reached(Date.UTC(year, index + 1)), now);
    const chosen = month[0];
    if (begin < until)
      return { from: begin, until, chosen, typed, problem: null, query: `period=${chosen}` };
  }
  return last(period === "90d" ? 90 : usualDays);
}

/** The day of `YYYY-MM-DD`, counted from 1970-01-01; null: not a date of this century. */
export function dayOf(text: unknown): number | null {
  if (typeof text !== "string" || !/^20\d\d-\d\d-\d\d$/.test(text)) return null;
  const at = readGivenInstant(text);
  return Number.isNaN(at) ? null : at / day;
}
