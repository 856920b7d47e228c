/**
 * Decides the incident of a webhook monitor: when it opens, its entries while it is open, and when it
 * resolves. `state-change` decides its pushes.
 */
import type { Change } from "../command/change.ts";
import type { Snapshot } from "../command/snapshot.ts";
import type { ErrorReport } from "../command/command.ts";
import {
  changeState,
  changeStateGated,
  hasStopped,
  stopFlapping,
  type MonitorCondition,
  type StateChange,
} from "../incident/state-change.ts";
import { openOrSuppress, recovered, type Bad } from "../incident/dependency.ts";
import { resolve } from "../incident/incident.ts";
import type { Instant, Suppression } from "../model/model.ts";
import { isFailing, type WebhookStatus } from "../model/status.ts";
import { lastLine } from "../text/text.ts";
import { plural } from "../text/plural.ts";

type WebhookSnapshot = Extract<Snapshot, { kind: "webhook_monitor" }>;

/** The cause of the end of a failing status: a success, an expectation that starts again, or a count below the threshold. */
export type Ending = "success" | "rescheduled" | "rate";

/** The reason of a status that ended otherwise than by its count, for people. */
export const endings: Record<Exclude<Ending, "rate">, string> = {
  success: "A run reported success.",
  rescheduled: "The time of the next expected report was reset.",
};

/** The facts of a decision about the incident. */
interface News {
  /** Errors in the window. */
  count: number;
  last: ErrorReport | null;
  ending: Ending;
  /** Its last run failed, which is why it fires. */
  failed: boolean;
  /** It fails for another reason than before: if a person has resolved the incident, another one opens. */
  anew: boolean;
}

/** Decides the incident's next step: a state change, the end of a suppression or of flapping, or another entry. */
export function incidentOf(
  snapshot: WebhookSnapshot,
  course: Omit<Bad, "incident">,
  { count, last, ending, failed, anew }: News,
  now: Instant,
): StateChange {
  const { subject, monitor } = snapshot;
  const status = course.status as WebhookStatus;
  const condition = conditionOf(
    snapshot,
    { status, reason: course.reason },
    { count, last, failed },
  );
  const { bad } = condition;
  const changesState = bad !== isFailing(subject.status);
  // A flapping monitor has its incident, regardless of dependencies.
  if (subject.flapping_since !== null && changesState)
    return changeState(snapshot, condition, [], now);
  // A suppressed incident opens without a state change, and so does one after a user resolved another. A paused
  // monitor opens none.
  const isOwed = subject.suppression !== null || (anew && snapshot.incident === null);
  if (bad && (changesState || (isOwed && subject.paused_at === null))) {
    const incident = newIncident(snapshot, condition, count, last);
    const gated = openOrSuppress(snapshot, { ...course, incident }, now);
    return changeStateGated(snapshot, condition, gated, now);
  }
  if (changesState)
    return changeStateGated(snapshot, condition, recovery(snapshot, status, ending, now), now);
  if (hasStopped(subject, monitor, now)) return stopFlapping(snapshot, condition, now);
  return { set: {}, changes: bad ? stillFailing(snapshot, condition) : [] };
}

/** The incident's text for a status. */
export function conditionOf(
  { monitor }: WebhookSnapshot,
  { status, reason }: { status: WebhookStatus; reason: string | null },
  { count, last, failed }: Pick<News, "count" | "last" | "failed">,
): MonitorCondition {
  if (status === "missing")
    return {
      bad: true,
      status,
      title: `${monitor.title}: expected report is missing`,
      summary: reason ?? "No report came in time.",
    };
  // The cause stands in the last line of an output; the whole is kept with the run.
  if (status === "firing" && failed)
    return {
      bad: true,
      status,
      title: `${monitor.title}: the last run failed`,
      summary: lastLine(last?.message ?? null) ?? reason ?? "The last run failed.",
    };
  const minutes = plural(monitor.error_rate_window_minutes, "minute");
  const errors = plural(count, "error");
  const headline = last?.message ?? last?.source ?? null;
  const from = last?.message && last.source !== null ? ` (from ${last.source})` : "";
  return {
    bad: isFailing(status),
    status,
    title: `${monitor.title}: ${errors} in ${minutes}`,
    summary: headline === null ? `${errors} in the last ${minutes}.` : `${headline}${from}`,
  };
}

/** Updates an open incident when the monitor moves between firing and missing. */
function stillFailing(
  { subject, incident }: WebhookSnapshot,
  { status, title, summary }: MonitorCondition,
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

/** The text of an incident that opens in this condition. */
function newIncident(
  { monitor, subject }: WebhookSnapshot,
  { title, summary }: MonitorCondition,
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
  // Without a new report, the last one still explains the incident.
  return suppressed && last === null
    ? { ...opening, summary: suppressed.summary, details: suppressed.details }
    : opening;
}

/** Resolves the incident, or ends its suppression. */
function recovery(
  snapshot: WebhookSnapshot,
  status: WebhookStatus,
  ending: Ending,
  now: Instant,
): StateChange {
  const { set, changes } = recovered(snapshot.subject, status, now);
  const over = resolve(snapshot, { ...endedBy(snapshot, ending), actor: null }, now);
  return { set, changes: [...changes, ...over] };
}

function endedBy(
  { monitor, subject }: WebhookSnapshot,
  ending: Ending,
): { title: string; reason: string } {
  if (ending === "rate")
    return {
      title: `${monitor.title}: back below threshold`,
      reason: `Fewer than ${plural(monitor.error_rate_threshold, "error")} in ${monitor.error_rate_window_minutes} min.`,
    };
  const what =
    ending === "rescheduled"
      ? "report no longer missing"
      : subject.status === "missing"
        ? "report received"
        : "run succeeded";
  return { title: `${monitor.title}: ${what}`, reason: endings[ending] };
}
