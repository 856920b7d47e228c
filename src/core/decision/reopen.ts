/**
 * Reopens an incident that was resolved by mistake: for as long as its monitor has failed without a recovery since
 * then. Pages again like an incident that has just opened. An alert of another tool is not reopened, because its
 * sender alone knows whether it still fires; its next firing opens a new incident. Pure.
 */
import { refusalKey } from "../alerts/refusal.ts";
import { isConfirmed } from "../health/confirmation.ts";
import type { Change } from "../command/change.ts";
import type { Author } from "../command/command.ts";
import { unacknowledged, type Incident, type Instant, type Subject } from "../model/model.ts";
import type { Snapshot } from "../command/snapshot.ts";
import { transitions } from "../incident/incident.ts";
import { restartRound } from "../paging/reminders.ts";

/**
 * Why a resolved incident cannot be reopened, as a sentence; null: it can. `subject`: its monitor; null: deleted.
 * `latest`: the last incident of the monitor.
 */
export function whyNotReopened(
  { id, source, key, pages_again }: Pick<Incident, "id" | "source" | "key" | "pages_again">,
  subject: Pick<Subject, "status" | "unconfirmed" | "paused_at" | "suppression"> | null,
  latest: Pick<Incident, "id" | "number"> | null,
): string | null {
  if (source === "alert_group")
    return "Alerts of other tools are not reopened: the next firing opens a new incident.";
  if (key === refusalKey) return "The next delivery that cannot be read opens it again.";
  if (!subject) return "The monitor was deleted.";
  if (latest && latest.id !== id) return `The monitor has a later incident: #${latest.number}.`;
  if (subject.paused_at !== null) return "The monitor is paused.";
  // An incident that was resolved while its monitor failed says when the monitor pages again.
  const fails = isConfirmed(subject) && subject.suppression === null;
  return fails && pages_again !== null ? null : "The monitor has recovered.";
}

/** Reopens the snapshot's latest incident, in the group that its monitor is in now, and pages that group. */
export function reopen(
  snapshot: Snapshot,
  { incident_id, by, user_id = null }: Author & { incident_id: string },
  now: Instant,
): Change[] {
  const { subject, latest } = snapshot;
  if (snapshot.kind === "alert_group" || !latest || latest.id !== incident_id) return [];
  const status = transitions[latest.status].reopen;
  if (!status || whyNotReopened(latest, subject, latest) !== null) return [];
  return [
    { kind: "about", key: latest.key, incident: latest },
    {
      kind: "incident",
      set: {
        ...unacknowledged,
        status,
        alert_group_id: snapshot.monitor.alert_group_id,
        resolved_at: null,
        resolved_reason: null,
        pages_again: null,
      },
    },
    {
      kind: "timeline",
      entry: "reopened",
      text: `Reopened by ${by}: the monitor is still ${subject.status}.`,
      actor: by,
      user_id,
    },
    {
      kind: "notify",
      transition: "opened",
      title: `Reopened by ${by}: ${latest.title}`,
      message: latest.summary,
      round: restartRound(now),
      // A page of the first opening that is being sent is followed by its recovery.
      replaces: true,
    },
  ];
}
