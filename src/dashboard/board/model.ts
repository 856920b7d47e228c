/** The data of rows in lists. Pure. */
import type { Reach } from "../../core/explain/reach.ts";
import type { Incident, Instant, MonitorKind } from "../../core/model/model.ts";
import type { Status } from "../../core/model/status.ts";
import type { SilenceInEffect } from "../../core/silence/silenced.ts";
import type { StateSpan } from "../chart/cells.ts";
import type { UptimeFigures } from "../chart/uptime.ts";

/** An incident in a list. */
export interface IncidentRow {
  incident: Incident;
  /** Titles of the monitor or group it is about, and of the notified group. */
  source_title: string | null;
  group_title: string | null;
  reach: Reach;
  /** The silence in effect; null: none. */
  quiet: SilenceInEffect | null;
}

/** A monitor in a list. */
export interface MonitorRow {
  kind: MonitorKind;
  id: string;
  title: string;
  alert_group_id: string;
  status: Status;
  status_reason: string | null;
  paused_at: Instant | null;
  flapping_since: Instant | null;
  checked_at: Instant | null;
  last_received_at: Instant | null;
  checks_total: number | null;
  checks_passing: number | null;
  /** Its states in the last 24 h. */
  spans: readonly StateSpan[];
  /** Uptime over the same period. */
  uptime: UptimeFigures;
  /** Median response time of the last hours, ms; null: none was measured. */
  response_ms: number | null;
  /** The silence in effect; null: none. */
  quiet: SilenceInEffect | null;
}
