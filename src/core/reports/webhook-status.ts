/** Calculates the status of a webhook monitor, its reason, and the instant at which time alone could change it. Pure. */
import type { ErrorReport } from "../command/command.ts";
import type { Instant, Subject } from "../model/model.ts";
import type { Snapshot } from "../command/snapshot.ts";
import { isFailing, type WebhookStatus } from "../model/status.ts";
import { formatInstant, isWaiting, missingReason } from "./heartbeat.ts";
import { endings, type Ending } from "./webhook-incident.ts";

type WebhookSnapshot = Extract<Snapshot, { kind: "webhook_monitor" }>;

/** The status of the monitor. `many`: the count is at or above the threshold. `failed`: when its last run failed; null: it did not. */
export function nextStatus(
  { monitor, incident }: WebhookSnapshot,
  subject: Subject,
  { many, failed }: { many: boolean; failed: Instant | null },
  now: Instant,
): WebhookStatus {
  const status = subject.status as WebhookStatus;
  if (many && (subject.paused_at === null || status === "firing")) return "firing";
  const isOpen = incident !== null || subject.suppression !== null;
  if (status === "firing" && failed !== null && isOpen) return "firing";
  if (subject.missing_since !== null) return "missing";
  if (isFailing(status)) return "resolved";
  const window = monitor.error_rate_window_minutes * 60_000;
  if (status === "resolved" && now < quietAt(subject, window)) return "resolved";
  return isWaiting(monitor, subject) ? "waiting" : "quiet";
}

/** When a whole window without a report has gone by since it resolved. */
function quietAt(subject: Subject, window: number): Instant {
  return Math.max(subject.status_since, subject.last_received_at ?? 0) + window;
}

/** When time alone could change the count or the status; null: never. */
export function wakeOf(
  subject: Subject,
  { moved, many, wasMany }: { moved: boolean; many: boolean; wasMany: boolean },
  window: number,
  news: { tipping_at: Instant | null; last: ErrorReport | null },
): Instant | null {
  if (subject.status === "resolved") return quietAt(subject, window);
  // A failed run fires until a success comes: time alone does not end it.
  if (subject.status !== "firing" || !many) return null;
  // More reports only put off the end of firing: the wake that stands is early enough, and looking for
  // a better one at each report would cost as much as counting the whole window.
  if (!moved && wasMany && news.last !== null && subject.wake_at !== null) return subject.wake_at;
  return (news.tipping_at ?? subject.last_received_at ?? 0) + window;
}

/** Why the monitor has this status, each by its own rule; null: that needs no reason. */
export function reasonOf(
  status: WebhookStatus,
  { monitor, subject, gap }: WebhookSnapshot,
  { failed, ending }: { failed: Instant | null; ending: Ending },
): string | null {
  if (status === "quiet") return null;
  if (status === "waiting") return "No report has arrived yet.";
  if (status === "missing") return missingReason(monitor, subject, gap);
  if (status === "resolved" && ending !== "rate") return endings[ending];
  if (status === "firing" && failed !== null)
    return `The last run failed, at ${formatInstant(failed)}. It fires until a run succeeds.`;
  const limit = `threshold (${monitor.error_rate_threshold} in ${monitor.error_rate_window_minutes} min)`;
  // A count in here would be written again with every report; `errors_in_window` has it.
  return status === "firing" ? `Error rate at or above ${limit}.` : `Error rate below ${limit}.`;
}
