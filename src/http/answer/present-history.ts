/** The measured past of monitors, and marks, as the API answers them. */
import type { Mark, MetricsPoint, SubCheckChange } from "../../api/history.ts";
import type { Static } from "../../api/schema.ts";
import type * as core from "../../core/history/point.ts";
import { timestamp } from "./present.ts";

export const metricsPoint = ({ at, ...point }: core.HistoryPoint): Static<typeof MetricsPoint> => ({
  at: timestamp(at),
  checks: point.checks,
  failed: point.failed,
  p50_ms: point.p50_ms,
  p95_ms: point.p95_ms,
  max_ms: point.max_ms,
  status_code: point.status_code,
  lag_ms: point.lag_ms,
  errors: point.errors,
  observed: point.observed,
});

export const subCheckChange = ({ at, ...change }: core.SubCheckChange): SubCheckChange => ({
  ...change,
  at: timestamp(at),
});

export const mark = (row: core.Mark): Mark => ({
  id: row.id,
  at: timestamp(row.at),
  text: row.text,
  url: row.url,
  alert_group_id: row.alert_group_id,
  monitor_id: row.monitor_id,
  by: row.by,
});
