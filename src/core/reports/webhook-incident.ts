/**
 * The incident of a webhook monitor: what opens and what resolves it. Going bad is firing; whether that is told
 * is for `crossing`.
 */
import type { Change, Snapshot } from "../model/change.ts";
import type { ErrorReport } from "../model/command.ts";
import {
  cross,
  gatedCross,
  hasStopped,
  stopped,
  type Condition,
  type Crossing,
} from "../incident/crossing.ts";
import { openOrSuppress, recovered, type Bad } from "../incident/dependency.ts";
import { resolve } from "../incident/incident.ts";
import type { Instant, Suppression } from "../model/model.ts";
import { isFailing, type WebhookStatus } from "../model/status.ts";
import { plural } from "../text/plural.ts";

type WebhookSnapshot = Extract<Snapshot, { kind: "webhook_monitor" }>;

/** What becomes of the incident: it crosses, is still suppressed or no longer, or has stopped flapping. */
export function incidentOf(
  snapshot: WebhookSnapshot,
  course: Omit<Bad, "incident">,
  count: number,
  last: ErrorReport | null,
  now: Instant,
): Crossing {
  const { subject, monitor } = snapshot;
  const status = course.status as WebhookStatus;
  const condition = conditionOf(snapshot, status, count, last, course.reason);
  const { bad } = condition;
  const crosses = bad !== isFailing(subject.status);
  // One that flaps has its incident, whatever it depends on.
  if (subject.flapping_since !== null && crosses) return cross(snapshot, condition, [], now);
  // A suppressed incident opens without a move; and a paused monitor opens nothing.
  const late = subject.suppression !== null && subject.paused_at === null;
  if (bad && (crosses || late)) {
    const incident = openingOf(snapshot, condition, count, last);
    const gated = openOrSuppress(snapshot, { ...course, incident }, now);
    return gatedCross(snapshot, condition, gated, now);
  }
  if (crosses) return gatedCross(snapshot, condition, recovery(snapshot, status, now), now);
  if (hasStopped(subject, monitor, now)) return stopped(snapshot, condition, now);
  return { set: {}, changes: bad ? stillFailing(snapshot, condition) : [] };
}

/** What an incident says of a status. */
export function conditionOf(
  { monitor }: WebhookSnapshot,
  status: WebhookStatus,
  count: number,
  last: ErrorReport | null,
  reason: string | null,
): Condition {
  if (status === "missing")
    return {
      bad: true,
      status,
      title: `${monitor.title}: expected report is missing`,
      summary: reason ?? "No report came in time.",
    };
  const minutes = plural(monitor.error_rate_window_minutes, "minute");
  const errors = plural(count, "error");
  const said = last?.message ?? last?.source ?? null;
  const from = last?.message && last.source !== null ? ` (from ${last.source})` : "";
  return {
    bad: isFailing(status),
    status,
    title: `${monitor.title}: ${errors} in ${minutes}`,
    summary: said === null ? `${errors} in the last ${minutes}.` : `${said}${from}`,
  };
}

/** It moved between firing and missing: its timeline says so. */
function stillFailing(
  { subject, incident }: WebhookSnapshot,
  { status, title, summary }: Condition,
): Change[] {
  if (!incident || status === subject.status || subject.flapping_since !== null) return [];
  return [
    { kind: "incident", set: { title, summary } },
    {
      kind: "timeline",
      entry: "status_changed",
      text: `${subject.status} → ${status}: ${summary}`,
      actor: null,
    },
  ];
}

/** What an incident says that opens now. */
function openingOf(
  { monitor, subject }: WebhookSnapshot,
  { title, summary }: Condition,
  count: number,
  last: ErrorReport | null,
): Suppression["incident"] {
  const opening = {
    title,
    summary,
    occurrences: count,
    details: {
      threshold: monitor.error_rate_threshold,
      window_minutes: monitor.error_rate_window_minutes,
      last_message: last?.message ?? null,
      last_source: last?.source ?? null,
    },
  };
  const suppressed = subject.suppression?.incident;
  // What was reported last is still the news.
  return suppressed && last === null
    ? { ...opening, summary: suppressed.summary, details: suppressed.details }
    : opening;
}

/** What resolves it, or forgets the suppressed incident. */
function recovery(snapshot: WebhookSnapshot, status: WebhookStatus, now: Instant): Crossing {
  const { monitor, subject } = snapshot;
  const { set, changes } = recovered(subject, status, now);
  const over = resolve(
    snapshot,
    {
      ...(subject.status === "missing"
        ? {
            title: `${monitor.title}: report received`,
            reason:
              (subject.last_success_at ?? 0) >= subject.status_since
                ? "A run reported success."
                : "Reports are expected anew.",
          }
        : {
            title: `${monitor.title}: errors are back below the threshold`,
            reason: `Fewer than ${plural(monitor.error_rate_threshold, "error")} in ${plural(monitor.error_rate_window_minutes, "minute")}.`,
          }),
      actor: null,
    },
    now,
  );
  return { set, changes: [...changes, ...over] };
}
