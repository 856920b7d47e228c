/** The data of a screen on a wall. Pure. */
import type { MonitorLine } from "../../core/model/monitor-line.ts";
import type { Status } from "../../core/model/status.ts";
import type { StatusCount } from "../../core/status/situation.ts";
import type { IncidentRow } from "../board/model.ts";

/** An unresolved incident, and the status of its monitor; null: it has none, or is not among those that were read. */
export interface WallIncident extends IncidentRow {
  status: Status | null;
}

export type WallMonitor = Pick<
  MonitorLine,
  "id" | "title" | "status" | "status_since" | "status_reason" | "paused_at" | "alert_group_id"
>;

/** A group with its monitors in numbers. */
export interface WallGroup {
  id: string;
  title: string;
  counts: readonly StatusCount[];
}

export interface WallModel {
  counts: readonly StatusCount[];
  open: number;
  acknowledged: number;
  /** As many as were read, newest first, unacknowledged ones before the others. */
  incidents: readonly WallIncident[];
  /** Worst first. */
  monitors: readonly WallMonitor[];
  groups: readonly WallGroup[];
}
