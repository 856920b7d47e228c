/** The past of a monitor, as charts and the API show it. Types only; `points` makes them. */
import { instant, text, type Row } from "../model/column.ts";
import type { CheckResult, Instant } from "../model/model.ts";

/** One step of the history of a monitor. Null: without a measure. */
export interface HistoryPoint {
  /** Begin of the step. */
  at: Instant;
  /** Counted checks; 0 for webhook monitors. */
  checks: number;
  /** Checks that found the monitor failing. */
  failed: number;
  /** Response times, ms. Only answers have one. */
  p50_ms: number | null;
  p95_ms: number | null;
  max_ms: number | null;
  /** The HTTP status of the last failed check that has one, else of the last check. */
  status_code: number | null;
  /** The longest time from `finishedAt` to its check. */
  lag_ms: number | null;
  /** Error reports. */
  errors: number;
  /** False: monitord was not running, or the monitor was paused or did not exist, in the whole step. */
  observed: boolean;
}

/** One change of a sub-check. */
export interface SubCheckChange extends Row<typeof subCheckChange> {}
export const subCheckChange = {
  name: text().key(),
  at: instant("stays").key(),
  label: text().orNull(),
  /** Null: no longer reported. */
  status: text<CheckResult["status"]>().orNull(),
  /** As of this change. */
  short_summary: text().orNull(),
};

/** Something that people or tools did at a moment, such as a deployment: a line in charts. */
export interface Mark extends Omit<Row<typeof marks>, "org_id"> {}
export const marks = {
  id: text().key(),
  org_id: text(),
  at: instant("stays"),
  text: text(),
  url: text().orNull(),
  /** Name of the person or key. */
  by: text(),
  /** Both null: the whole organization. */
  alert_group_id: text().orNull(),
  monitor_id: text().orNull(),
};

/** A time range: `to` is the first instant after it. */
export interface Range {
  from: Instant;
  to: Instant;
}
