/**
 * The entries of a row of measures, as text to which an entry is only ever appended: one statement writes it,
 * without reading the row. An entry begins with `;`, and its fields are joined by commas.
 *
 *     check      ;1834,231,200,45000     second within the hour (`!` after it: failed), ms, HTTP status, lag ms
 *     hour, day  ;5,60,1,260,503,45000,0,2s 2t:5
 *                number within the row, checks, failed, longest ms, HTTP status, lag ms, errors, response times
 *
 * A field without a value is empty. An hour or day that is there twice was rolled up twice: the last one counts.
 * Pure.
 */
import { instant, text, type Instant, type Row } from "../model/column.ts";
import { chunkOf, levels, type Level } from "./level.ts";
import { readTimes, timesText, type ResponseTimes } from "./response-times.ts";

/** The measures of one check. */
export interface Check {
  at: Instant;
  failed: boolean;
  /** Response time, ms; null: no answer. */
  ms: number | null;
  status_code: number | null;
  /** From `finishedAt` to the check, ms; null: the endpoint reports none. */
  lag_ms: number | null;
}

/** The measures of an hour or a day. */
export interface Summary {
  at: Instant;
  checks: number;
  failed: number;
  max_ms: number | null;
  /** As in `HistoryPoint`; where several are joined, one failed check without an answer can hide that of another. */
  status_code: number | null;
  lag_ms: number | null;
  errors: number;
  times: ResponseTimes;
}

/** A row of measures. */
export interface MeasuresRow extends Row<typeof measures> {}
export const measures = {
  level: text<Level>().key(),
  /** Begin of its time. */
  at: instant("stays").key(),
  entries: text(),
};

const field = (value: number | null) => (value === null ? "" : String(value));
const valueOf = (text: string | undefined) =>
  text === undefined || text === "" ? null : Number(text);
const split = (entries: string) => entries.split(";").filter((entry) => entry !== "");

/** A check as a row to append. */
export function rowOfCheck({ at, failed, ms, status_code, lag_ms }: Check): MeasuresRow {
  const chunk = chunkOf("check", at);
  const second = Math.floor((at - chunk) / levels.check.entry);
  const fields = [`${second}${failed ? "!" : ""}`, field(ms), field(status_code), field(lag_ms)];
  return { level: "check", at: chunk, entries: `;${fields.join(",")}` };
}

/** The checks in a row, in the order in which they were recorded. */
export function checksIn({ at, entries }: Pick<MeasuresRow, "at" | "entries">): Check[] {
  return split(entries).map((entry) => {
    const [second, ms, status_code, lag_ms] = entry.split(",");
    return {
      at: at + parseInt(second!, 10) * levels.check.entry,
      failed: second!.endsWith("!"),
      ms: valueOf(ms),
      status_code: valueOf(status_code),
      lag_ms: valueOf(lag_ms),
    };
  });
}

/** The check that was recorded last in a row; the others are not read. */
export const lastCheckIn = ({ at, entries }: Pick<MeasuresRow, "at" | "entries">): Check =>
  checksIn({ at, entries: entries.slice(entries.lastIndexOf(";")) })[0]!;

/** An hour or a day as a row to append. */
export function rowOfSummary(level: "hour" | "day", one: Summary): MeasuresRow {
  const chunk = chunkOf(level, one.at);
  const fields = [
    (one.at - chunk) / levels[level].entry,
    one.checks,
    one.failed,
    field(one.max_ms),
    field(one.status_code),
    field(one.lag_ms),
    one.errors,
    timesText(one.times),
  ];
  return { level, at: chunk, entries: `;${fields.join(",")}` };
}

/** The hours or days in a row, oldest first. */
export function summariesIn({ level, at, entries }: MeasuresRow): Summary[] {
  const byNumber = new Map<number, Summary>();
  for (const entry of split(entries)) {
    const [number, checks, failed, max_ms, status_code, lag_ms, errors, times] = entry.split(",");
    byNumber.set(Number(number), {
      at: at + Number(number) * levels[level].entry,
      checks: Number(checks),
      failed: Number(failed),
      max_ms: valueOf(max_ms),
      status_code: valueOf(status_code),
      lag_ms: valueOf(lag_ms),
      errors: Number(errors),
      times: readTimes(times!),
    });
  }
  return [...byNumber.values()].sort((a, b) => a.at - b.at);
}
