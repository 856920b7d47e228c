/** A monitor as a line of a list. */
import type { HealthCheckMonitor, MonitorKind } from "./resource.ts";
import type { Subject } from "./subject.ts";

/** Fields of both kinds of monitor. */
export const monitorFields = [
  "id",
  "title",
  "external_id",
  "project",
  "alert_group_id",
  "inserted_at",
] as const satisfies (keyof HealthCheckMonitor)[];

/** Fields of its running state. */
export const stateFields = [
  "status",
  "status_reason",
  "status_since",
  "paused_at",
  "flapping_since",
  "checked_at",
  "last_received_at",
  "checks_total",
  "checks_passing",
] as const satisfies (keyof Subject)[];

export interface MonitorLine
  extends
    Pick<HealthCheckMonitor, (typeof monitorFields)[number]>,
    Pick<Subject, (typeof stateFields)[number]> {
  kind: MonitorKind;
  group_title: string | null;
}
