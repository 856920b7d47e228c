/**
 * The life of an incident: open → acknowledged (and back) → resolved, as a table, and the changes that
 * each step writes; `reopen` has the step back from resolved. Shared by all kinds of incidents; `decide-health`, `decide-webhook` and
 * `decide-alerts` decide when one opens and resolves automatically.
 */
import type { Change } from "../command/change.ts";
import type { Author } from "../command/command.ts";
import type { Snapshot } from "../command/snapshot.ts";
import { weekMinute } from "../hours/zone.ts";
import { formatDuration } from "../text/duration.ts";
import {
  unacknowledged,
  type Incident,
  type IncidentStatus,
  type Instant,
} from "../model/model.ts";
import { restartRound } from "../paging/reminders.ts";

export type IncidentEvent = "acknowledge" | "unacknowledge" | "resolve" | "reopen";

/** The next status for each event; absent: the event has no effect. */
export const transitions: Record<IncidentStatus, Partial<Record<IncidentEvent, IncidentStatus>>> = {
  open: { acknowledge: "acknowledged", resolve: "resolved" },
  acknowledged: { unacknowledge: "open", resolve: "resolved" },
  resolved: { reopen: "open" },
};

/** Opens an incident for the snapshot's subject, which must not have one, and pages the group. */
export function open(incident: {
  title: string;
  summary: string;
  occurrences: number;
  episode?: Instant | null;
  resolve_at?: Instant | null;
  details: Record<string, unknown>;
}): Change[] {
  return [
    { kind: "incident-opened", ...incident },
    {
      kind: "timeline",
      entry: "opened",
      text: `${incident.title}: ${incident.summary}`,
      actor: null,
    },
    {
      kind: "notify",
      transition: "opened",
      title: incident.title,
      message: incident.summary,
    },
  ];
}

/**
 * Resolves the snapshot's incident, and notifies the recipients of its pages. Empty when it has none,
 * or when it is already resolved.
 */
export function resolve(
  snapshot: Snapshot,
  how: {
    title: string;
    reason: string;
    /** The last text of the source; null or absent: the incident's summary is used. */
    last?: string | null;
    actor: string | null;
    /** The user behind the actor; absent: unknown. */
    user_id?: string | null;
  },
  now: Instant,
): Change[] {
  const incident = snapshot.incident;
  const over = resolveQuietly(snapshot, how.reason, now, how.actor, how.user_id);
  if (!incident || over.length === 0) return [];
  return [
    ...over,
    {
      kind: "notify",
      transition: "recovered",
      title: how.title,
      message: `${how.reason} ${lasted(incident, now)} ${how.last ?? `Last error: ${incident.summary}`}`,
      // Paging has begun again, perhaps after an earlier recovery.
      ...(incident.paging_since === incident.opened_at ? {} : { round: String(now) }),
    },
  ];
}

/** Resolves it without a push, and cancels pages that were not sent yet. */
export function resolveQuietly(
  { incident }: Pick<Snapshot, "incident">,
  reason: string,
  now: Instant,
  actor: string | null = null,
  user_id: string | null = null,
): Change[] {
  const status = incident && transitions[incident.status].resolve;
  if (!status) return [];
  return [
    {
      kind: "incident",
      set: { status, resolved_at: now, resolved_reason: reason },
    },
    { kind: "timeline", entry: "resolved", text: reason, actor, user_id },
  ];
}

/**
 * Acknowledges it: until it is resolved, or for `snooze_ms`. A second acknowledgement has no effect: the first name stays.
 */
export function acknowledge(
  snapshot: Snapshot,
  {
    by,
    user_id = null,
    snooze_ms = null,
    takes_over = false,
  }: Author & { snooze_ms?: number | null; takes_over?: boolean },
  now: Instant,
): Change[] {
  const incident = snapshot.incident;
  if (incident?.status === "acknowledged" && (takes_over || snapshot.takes_over))
    return takeOver(incident, { by, user_id }, now);
  const status = incident && transitions[incident.status].acknowledge;
  if (!status) return [];
  const snoozed_until = snooze_ms === null ? null : now + snooze_ms;
  const title =
    snoozed_until === null
      ? `Acknowledged by ${by}`
      : `Snoozed by ${by} until ${weekMinute("UTC", snoozed_until, now)}`;
  return [
    {
      kind: "incident",
      set: {
        status,
        acknowledged_at: now,
        acknowledged_by: by,
        acknowledged_user_id: user_id,
        snoozed_until,
      },
    },
    {
      kind: "timeline",
      entry: "acknowledged",
      text: `${title}.`,
      actor: by,
      user_id,
    },
    {
      kind: "notify",
      transition: "acknowledged",
      title: `${title}: ${incident.title}`,
      message: incident.summary,
      // After being unacknowledged and acknowledged again, a new push is sent.
      round: String(now),
    },
  ];
}

/** Makes an acknowledged incident that of another person. Empty when it is theirs. */
export function takeOver(
  incident: Incident,
  { by, user_id = null }: Author,
  now: Instant,
): Change[] {
  if (user_id !== null && incident.acknowledged_user_id === user_id) return [];
  const set = { acknowledged_at: now, acknowledged_by: by, acknowledged_user_id: user_id };
  const had = incident.acknowledged_by ?? "a key";
  return [
    { kind: "incident", set: { ...set, snoozed_until: null } },
    {
      kind: "timeline",
      entry: "acknowledged",
      text: `Taken over by ${by} (was acknowledged by ${had}).`,
      actor: by,
      user_id,
    },
    {
      kind: "notify",
      transition: "acknowledged",
      title: `Taken over by ${by}: ${incident.title}`,
      message: incident.summary,
      round: String(now),
    },
  ];
}

/** Removes the acknowledgement, if any, and pages again; empty otherwise. */
export function unacknowledge(
  snapshot: Snapshot,
  { by, user_id = null }: Author,
  now: Instant,
): Change[] {
  const incident = snapshot.incident;
  const status = incident && transitions[incident.status].unacknowledge;
  if (!status) return [];
  const whose =
    incident.acknowledged_by === null || incident.acknowledged_by === by
      ? ""
      : ` (was acknowledged by ${incident.acknowledged_by})`;
  return [
    {
      kind: "incident",
      set: { ...unacknowledged, status },
    },
    {
      kind: "timeline",
      entry: "unacknowledged",
      text: `Unacknowledged by ${by}${whose}.`,
      actor: by,
      user_id,
    },
    {
      kind: "notify",
      transition: "opened",
      title: `Unacknowledged by ${by}: ${incident.title}`,
      message: incident.summary,
      round: restartRound(now),
    },
  ];
}

function lasted(incident: Incident, now: Instant): string {
  return `Open for ${formatDuration(now - incident.opened_at)}.`;
}
