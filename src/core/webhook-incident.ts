/**
 * The incident of a webhook monitor: what opens and what resolves it. Going bad is firing; whether that is told
 * is for `crossing`.
 */
import type { Change, Snapshot } from "./change.ts";
import type { ErrorReport } from "./command.ts";
import {
  cross,
  hasStopped,
  stopped,
  type Condition,
  type Crossing,
} from "./crossing.ts";
import { open, resolve } from "./incident.ts";
import type { Instant, WebhookStatus } from "./model.ts";

type WebhookSnapshot = Extract<Snapshot, { kind: "webhook_monitor" }>;

/** What becomes of the incident: it crosses, or has stopped flapping. */
export function incidentOf(
  snapshot: WebhookSnapshot,
  status: WebhookStatus,
  count: number,
  last: ErrorReport | null,
  now: Instant,
): Crossing {
  const { subject, monitor } = snapshot;
  const condition = conditionOf(snapshot, status, count, last);
  if (condition.bad !== (subject.status === "firing"))
    return cross(
      snapshot,
      condition,
      condition.bad
        ? opening(snapshot, condition, count, last)
        : recovery(snapshot, now),
      now,
    );
  return hasStopped(subject, monitor, now)
    ? stopped(snapshot, condition, now)
    : { set: {}, changes: [] };
}

/** What an incident says of a status. */
export function conditionOf(
  { monitor }: WebhookSnapshot,
  status: WebhookStatus,
  count: number,
  last: ErrorReport | null,
): Condition {
  const minutes = counted(monitor.error_rate_window_minutes, "minute");
  const errors = counted(count, "error");
  const said = last?.message ?? last?.source ?? null;
  const from =
    last?.message && last.source !== null ? ` (from ${last.source})` : "";
  return {
    bad: status === "firing",
    status,
    title: `${monitor.title}: ${errors} in ${minutes}`,
    summary:
      said === null ? `${errors} in the last ${minutes}.` : `${said}${from}`,
  };
}

/** What firing opens. */
function opening(
  { monitor }: WebhookSnapshot,
  { title, summary }: Condition,
  count: number,
  last: ErrorReport | null,
): Change[] {
  return open({
    title,
    summary,
    occurrences: count,
    details: {
      threshold: monitor.error_rate_threshold,
      window_minutes: monitor.error_rate_window_minutes,
      last_message: last?.message ?? null,
      last_source: last?.source ?? null,
    },
  });
}

/** What resolves it. */
function recovery(snapshot: WebhookSnapshot, now: Instant): Change[] {
  const { monitor } = snapshot;
  return resolve(
    snapshot,
    {
      title: `${monitor.title}: errors are back below the threshold`,
      reason: `Fewer than ${counted(monitor.error_rate_threshold, "error")} in ${counted(monitor.error_rate_window_minutes, "minute")}.`,
      actor: null,
    },
    now,
  );
}

/** `1 error`, `2 errors`. */
export function counted(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}
