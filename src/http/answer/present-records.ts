/** Presents records: notifications and their attempts, monitoring gaps, error reports, runs. Pure. */
import type { Notification } from "../../api/incidents.ts";
import type { BlindPeriod } from "../../api/nodes.ts";
import type { Report, Run } from "../../api/webhook-monitors.ts";
import type { Receipt } from "../../core/explain/receipt.ts";
import type * as model from "../../core/model/model.ts";
import type { StoredReport } from "../../core/reports/report-kinds.ts";
import { timestamp, timestampOr } from "./present.ts";

export function notification(row: model.Notification): Notification {
  return {
    id: row.id,
    // Clients know a notification about no incident by the empty string.
    incident_id: row.incident_id ?? "",
    schedule_id: row.schedule_id,
    user_id: row.user_id,
    device_id: row.device_id,
    transition: row.transition,
    state: row.state,
    title: row.title,
    message: row.message,
    priority: row.priority,
    attempts: row.attempts,
    due_at: timestampOr(row.due_at),
    delivered_at: timestampOr(row.delivered_at),
    last_error: row.last_error,
    inserted_at: timestamp(row.inserted_at),
  };
}

/** The outcome of notifying a person. */
export function receipt(row: Receipt) {
  return {
    ...row,
    sent_at: timestampOr(row.sent_at),
    accepted_at: timestampOr(row.accepted_at),
    answered_at: timestampOr(row.answered_at),
  };
}

/** A monitoring gap. */
export function blindPeriod(row: model.MonitoringGap): BlindPeriod {
  return {
    id: row.id,
    from: timestamp(row.from),
    to: timestamp(row.to),
    reason: row.reason,
  };
}

/** One attempt to deliver a notification. */
export function attempt(row: model.NotificationAttempt) {
  return {
    attempt: row.attempt,
    started_at: timestamp(row.started_at),
    finished_at: timestampOr(row.finished_at),
    outcome: row.outcome,
    http_status: row.http_status,
    detail: row.detail,
  };
}

export const report = ({ at, meta, ...row }: StoredReport): Report => ({
  id: row.id,
  received_at: timestamp(at),
  message: row.message,
  source: row.source,
  meta: meta === null ? null : (JSON.parse(meta) as Record<string, unknown>),
});

export const run = ({ at: _at, monitor_id: _monitor, ...row }: model.MonitorRun): Run => ({
  ...row,
  started_at: timestampOr(row.started_at),
  ended_at: timestampOr(row.ended_at),
});
