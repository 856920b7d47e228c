/** The data of rows in lists. Pure. */
import type { Reach } from "../../core/explain/reach.ts";
import type { HealthCheckMonitor, Incident, MonitorKind, Subject } from "../../core/model/model.ts";
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
export interface MonitorRow
  extends
    Pick<HealthCheckMonitor, "id" | "title" | "alert_group_id">,
    Pick<
      Subject,
      | "status"
      | "status_reason"
      | "paused_at"
      | "flapping_since"
      | "checked_at"
      | "last_received_at"
      | "checks_total"
      | "checks_passing"
    > {
  kind: MonitorKind;
  /** Its states in the last 24 h. */
  spans: readonly StateSpan[];
  /** Uptime over the same period. */
  uptime: UptimeFigures;
  /** Median response time of the last hours, ms; null: none was measured. */
  response_ms: number | null;
  /** The silence in effect; null: none. */
  quiet: SilenceInEffect | null;
}
