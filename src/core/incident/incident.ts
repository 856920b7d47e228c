/**
 * The life of an incident: open → acknowledged (and back) → resolved, as a table and the changes that each
 * step writes. What opens and resolves one by itself is decided elsewhere (`decide-health`,
 * `decide-webhook`, `decide-alerts`); here is what is the same for all of them.
 */
import type { Change, Snapshot } from "../model/change.ts";
import { formatDuration } from "../text/duration.ts";
import type { Incident, IncidentStatus, Instant } from "../model/model.ts";

export type IncidentEvent = "acknowledge" | "unacknowledge" | "resolve";

/** Where each event leads; absent: nothing happens. */
export const transitions: Record<IncidentStatus, Partial<Record<IncidentEvent, IncidentStatus>>> = {
  open: { acknowledge: "acknowledged", resolve: "resolved" },
  acknowledged: { unacknowledge: "open", resolve: "resolved" },
  resolved: {},
};

/** Opens an incident for the snapshot's subject, which must not have one, and tells the group. */
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
 * Resolves the snapshot's incident and tells those who were told that it opened. Nothing when there is
 * none, or when it is over already.
 */
export function resolve(
  snapshot: Snapshot,
  how: {
    title: string;
    reason: string;
    /** What its source says now; null or absent: what it was is said. */
    said?: string | null;
    actor: string | null;
  },
  now: Instant,
): Change[] {
  const incident = snapshot.incident;
  const over = resolveQuietly(snapshot, how.reason, now, how.actor);
  if (!incident || over.length === 0) return [];
  return [
    ...over,
    {
      kind: "notify",
      transition: "recovered",
      title: how.title,
      message: `${how.reason} ${lasted(incident, now)} ${how.said ?? `Was: ${incident.summary}`}`,
    },
  ];
}

/** Resolves it and tells nobody; openings that have not left yet are not sent any more. */
export function resolveQuietly(
  { incident }: Pick<Snapshot, "incident">,
  reason: string,
  now: Instant,
  actor: string | null = null,
): Change[] {
  const status = incident && transitions[incident.status].resolve;
  if (!status) return [];
  return [
    {
      kind: "incident",
      set: { status, resolved_at: now, resolved_reason: reason },
    },
    { kind: "timeline", entry: "resolved", text: reason, actor },
  ];
}

/** Acknowledges it; a second time changes nothing, and who was first stays. */
export function acknowledge(snapshot: Snapshot, by: string, now: Instant): Change[] {
  const incident = snapshot.incident;
  const status = incident && transitions[incident.status].acknowledge;
  if (!status) return [];
  return [
    {
      kind: "incident",
      set: { status, acknowledged_at: now, acknowledged_by: by },
    },
    {
      kind: "timeline",
      entry: "acknowledged",
      text: `Acknowledged by ${by}.`,
      actor: by,
    },
    {
      kind: "notify",
      transition: "acknowledged",
      title: `Acknowledged by ${by}: ${incident.title}`,
      message: incident.summary,
      // Given back and taken again, it is told again.
      round: String(now),
    },
  ];
}

/** Gives it back: nobody has it any more. Nothing when nobody had. */
export function unacknowledge(snapshot: Snapshot, by: string): Change[] {
  const incident = snapshot.incident;
  const status = incident && transitions[incident.status].unacknowledge;
  if (!status) return [];
  const whose =
    incident.acknowledged_by === null || incident.acknowledged_by === by
      ? ""
      : `; ${incident.acknowledged_by} had it`;
  return [
    {
      kind: "incident",
      set: { status, acknowledged_at: null, acknowledged_by: null },
    },
    {
      kind: "timeline",
      entry: "unacknowledged",
      text: `Given back by ${by}${whose}.`,
      actor: by,
    },
  ];
}

function lasted(incident: Incident, now: Instant): string {
  return `It lasted ${formatDuration(now - incident.opened_at)}.`;
}
