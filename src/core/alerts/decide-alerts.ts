/**
 * Decides the incidents of the alerts that arrive at a group's inbound URL: one per identity.
 *
 *   firing, none open ──▶ opens          firing, one open ──▶ counted, without a push
 *   resolved, one open ──▶ resolves      resolved, none open, or of an earlier firing ──▶ recorded only
 *   acknowledged, one open ──▶ acknowledges
 *
 * A test pages once and resolves automatically, as do alerts whose sender never sends a resolve, after a
 * quiet time, and those that say when they end. Resolves of a delivery come before its firings, because both can be about one alert.
 */
import type { Alert, Verdict } from "../command/alert.ts";
import type { Snapshot } from "../command/snapshot.ts";
import { newIncident, repeated, senderOf, testLasts } from "./alert-incident.ts";
import { alertsIn, formatVerdicts, verdictOn } from "./alert-verdict.ts";
import type { Change } from "../command/change.ts";
import type { Delivered, MonitorCommand } from "../command/command.ts";
import { drillsDue, plannedDrill } from "../drill/decide-drills.ts";
import { formatDuration } from "../text/duration.ts";
import { acknowledge, resolve, resolveQuietly } from "../incident/incident.ts";
import { pingFormat } from "../model/event.ts";
import type { Instant, Subject } from "../model/model.ts";
import { earliest } from "../incident/pause.ts";
import { refusalBy, refusalOver } from "./refusal.ts";

export type GroupSnapshot = Extract<Snapshot, { kind: "alert_group" }>;

/** Refused deliveries in a row after which a group's URL counts as failing. */
export const failingAfter = 3;

export function decideAlerts(
  snapshot: GroupSnapshot,
  command: MonitorCommand,
  now: Instant,
): Change[] {
  switch (command.kind) {
    case "alerted":
      return alerted(snapshot, command, now);
    case "refused":
      return refused(snapshot, command, now);
    case "woken":
      return woken(snapshot, now);
    case "configured":
      return plannedDrill(snapshot, now);
    default:
      return [];
  }
}

function alerted(
  snapshot: GroupSnapshot,
  { delivered, arrival, part }: Extract<MonitorCommand, { kind: "alerted" }>,
  now: Instant,
): Change[] {
  const { subject, group } = snapshot;
  const still = new Map(snapshot.open);
  const verdicts = new Map<Verdict, number>(part?.verdicts);
  const changes: Change[] = [];
  let wake_at = subject.wake_at;
  for (const alert of part ? delivered.alerts : alertsIn(delivered, now)) {
    const { identity } = alert;
    const incident = still.get(identity) ?? null;
    const about = { ...snapshot, incident };
    const verdict = verdictOn(alert, incident);
    verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
    const resolve_at = endsAt(alert, group.assume_resolved_after_minutes, now);
    wake_at = earliest(wake_at, resolve_at);
    const what = changesOf(verdict, about, alert, delivered, resolve_at, now);
    if (what.length > 0)
      changes.push(
        { kind: "about", key: identity, incident },
        ...what,
        ...(arrival.ring === "unauthenticated" ? [unauthenticatedNote] : []),
      );
    if (verdict === "resolved") still.delete(identity);
  }
  const set: Partial<Subject> = { last_received_at: now };
  if (wake_at !== subject.wake_at) set.wake_at = wake_at;
  if (subject.refused_in_row > 0) set.refused_in_row = 0;
  if (subject.status !== "ok")
    Object.assign(set, {
      status: "ok",
      status_reason: null,
      status_since: now,
    });
  changes.unshift({ kind: "subject", set });
  changes.push(...refusalOver(snapshot, now));
  if (part) {
    const { key, event_id, done } = part;
    changes.push({ kind: "delivery-part", key, event_id, done, verdicts: [...verdicts] });
    if (done !== null) return changes;
  }
  return [
    ...changes,
    {
      kind: "delivery",
      event: {
        ...arrival,
        ...(part && { id: part.event_id }),
        http_status: 202,
        reason: [formatVerdicts(verdicts), ...delivered.remarks].join(" "),
        format: delivered.format,
        accepted: part?.total ?? delivered.alerts.length,
      },
    },
  ];
}

const unauthenticatedNote: Change = {
  kind: "timeline",
  entry: "note",
  text: "The sender was not authenticated. The rejected delivery was replayed after confirmation.",
  actor: null,
};

/** When an alert resolves automatically; null: its sender sends a resolve. */
function endsAt(alert: Alert, quietMinutes: number, now: Instant): Instant | null {
  if (alert.status !== "firing") return null;
  if (alert.test) return now + testLasts;
  return alert.assumed ? now + quietMinutes * 60_000 : alert.expires_at;
}

function changesOf(
  verdict: Verdict,
  about: GroupSnapshot,
  alert: Alert,
  delivered: Delivered,
  resolve_at: Instant | null,
  now: Instant,
): Change[] {
  switch (verdict) {
    case "opened":
      return [
        // Only of a test: each press of the button is one of its own.
        ...resolveQuietly(about, "Replaced by a newer test.", now),
        ...newIncident(about.group, alert, delivered, resolve_at),
      ];
    case "repeated":
    case "duplicate":
      return repeated(
        { incident: about.incident!, group: about.group },
        alert,
        delivered,
        resolve_at,
        verdict === "duplicate",
        now,
      );
    case "resolved":
      return resolve(
        about,
        {
          // Some senders say no more of a resolve than which alert it ends.
          title: `Resolved: ${about.incident!.title}`,
          reason: `${senderOf(delivered)} reported the alert resolved.`,
          last: alert.summary === alert.title ? null : alert.summary,
          actor: null,
        },
        now,
      );
    case "acknowledged":
      return acknowledge(about, { by: senderOf(delivered) }, now);
    default:
      return [];
  }
}

/** Handles a passed deadline: incidents auto-resolve, drills begin and end. */
function woken(snapshot: GroupSnapshot, now: Instant): Change[] {
  const drills = drillsDue(snapshot, now);
  const wake_at = earliest(snapshot.next_resolve_at, drills.next_at);
  return [
    { kind: "subject", set: { ...drills.set, wake_at } },
    ...assumedOver(snapshot, now),
    ...drills.changes,
  ];
}

/** Resolves the incidents of `open`: the `resolve_at` of each has passed. */
function assumedOver(snapshot: GroupSnapshot, now: Instant): Change[] {
  const changes: Change[] = [];
  for (const incident of snapshot.open.values()) {
    const about = { ...snapshot, incident };
    const minutes = snapshot.group.assume_resolved_after_minutes;
    changes.push(
      { kind: "about", key: incident.key, incident },
      ...(incident.details["test"] === true
        ? resolveQuietly(about, "Test ended.", now)
        : resolve(
            about,
            {
              title: `Auto-resolved: ${incident.title}`,
              reason:
                incident.details["expires"] === true
                  ? "Its end time passed without a new alert."
                  : `No further alert for ${formatDuration(minutes * 60_000)}.`,
              actor: null,
            },
            now,
          )),
    );
  }
  return changes;
}

function refused(
  snapshot: GroupSnapshot,
  command: Extract<MonitorCommand, { kind: "refused" }>,
  now: Instant,
): Change[] {
  // A job that has the address of a group, or another name than its monitor: the tools that post alerts are well.
  if (command.of_run) return [keepRefused(command)];
  const { subject } = snapshot;
  const refused_in_row = subject.refused_in_row + 1;
  const set: Partial<Subject> = {
    refused_in_row,
    status_reason: command.reason,
  };
  if (command.arrival.ring === "unauthenticated")
    set.unauthenticated_count = subject.unauthenticated_count + 1;
  if (refused_in_row >= failingAfter && subject.status !== "failing")
    Object.assign(set, {
      status: "failing",
      status_since: command.arrival.received_at,
    });
  return [{ kind: "subject", set }, keepRefused(command), ...refusalBy(snapshot, command, now)];
}

/** The record of a refused delivery. */
export function keepRefused({
  arrival,
  http_status,
  reason,
  of_run,
}: Extract<MonitorCommand, { kind: "refused" }>): Change {
  return {
    kind: "delivery",
    event: {
      ...arrival,
      ring: arrival.ring === "accepted" ? "rejected" : arrival.ring,
      http_status,
      reason,
      format: of_run ? pingFormat : null,
      accepted: 0,
    },
  };
}
