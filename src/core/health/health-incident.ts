/**
 * Decides the incident of a health check monitor: what opens it, the entries while it is open, and what
 * resolves it. A state change is one between healthy and confirmed failure; `state-change`
 * decides its pushes.
 */
import type { Change } from "../command/change.ts";
import type { Snapshot } from "../command/snapshot.ts";
import type { Reading } from "../command/command.ts";
import { isConfirmed } from "./confirmation.ts";
import {
  changeState,
  changeStateGated,
  hasStopped,
  stopFlapping,
  type MonitorCondition,
  type StateChange,
} from "../incident/state-change.ts";
import { reevaluate, openOrSuppress, recovered } from "../incident/dependency.ts";
import { resolve } from "../incident/incident.ts";
import type {
  CheckResult,
  HealthCheckMonitor,
  Instant,
  Subject,
  Suppression,
} from "../model/model.ts";
import type { HealthStatus } from "../model/status.ts";

type HealthSnapshot = Extract<Snapshot, { kind: "health_check_monitor" }>;

export interface Verdict {
  status: HealthStatus;
  reason: string | null;
}

/** Decides the incident's next step: a state change, the end of flapping, or another entry. */
export function incidentOf(
  snapshot: HealthSnapshot,
  after: Subject,
  verdict: Verdict,
  reading: Reading,
  now: Instant,
): StateChange {
  const { subject, monitor } = snapshot;
  const bad = isConfirmed(after);
  const condition = conditionOf(monitor, verdict, bad);
  // A flapping monitor has its incident, regardless of dependencies.
  if (subject.flapping_since !== null && bad !== isConfirmed(subject))
    return changeState(snapshot, condition, [], now);
  if (bad && (subject.suppression !== null || !isConfirmed(subject)))
    return changeStateGated(
      snapshot,
      condition,
      openOrSuppress(
        snapshot,
        {
          status: verdict.status,
          reason: verdict.reason,
          incident: newIncident(condition, reading),
          wake_at: null,
        },
        now,
      ),
      now,
    );
  if (!bad && isConfirmed(subject))
    return changeStateGated(snapshot, condition, recovery(snapshot, condition, now), now);
  if (after.unconfirmed === null && hasStopped(subject, monitor, now))
    return stopFlapping(snapshot, condition, now);
  const goesOn = bad && subject.flapping_since === null;
  return {
    set: {},
    changes: goesOn ? stillFailing(snapshot, condition, reading) : [],
  };
}

/** The condition that is stored with the subject, without a new reading. */
export function currentCondition({ subject, monitor }: HealthSnapshot) {
  const { status, status_reason } = subject;
  return conditionOf(
    monitor,
    { status: status as HealthStatus, reason: status_reason },
    isConfirmed(subject),
  );
}

/** The incident's text for a status: the reason, or a default without one. */
function conditionOf(
  monitor: HealthCheckMonitor,
  { status, reason }: Verdict,
  bad: boolean,
): MonitorCondition {
  return {
    bad,
    status,
    title: `${monitor.title} is ${status}`,
    summary: reason ?? `The monitor is ${status}.`,
  };
}

/** Only time has passed: a suppressed incident may open. */
export function reevaluated(
  snapshot: HealthSnapshot,
  suppression: Suppression,
  now: Instant,
): Change[] {
  const { title, summary } = suppression.incident;
  const { set, changes } = changeStateGated(
    snapshot,
    { bad: true, status: snapshot.subject.status, title, summary },
    reevaluate(snapshot, suppression, now),
    now,
  );
  return [{ kind: "subject", set }, ...changes];
}

/** The text of an incident that opens in this condition. */
function newIncident(
  { title, summary }: MonitorCondition,
  reading: Reading,
): Suppression["incident"] {
  return {
    title,
    summary,
    occurrences: 0,
    details: { failing: names(reading) },
  };
}

/** Resolves the incident, or ends its suppression. */
function recovery(
  snapshot: HealthSnapshot,
  { status }: MonitorCondition,
  now: Instant,
): StateChange {
  const { monitor, subject } = snapshot;
  const { set, changes } = recovered(subject, status, now);
  const over = resolve(
    snapshot,
    {
      title: `${monitor.title} is ${status === "up" ? "up again" : `${status}, no longer ${subject.status}`}`,
      reason: `The monitor is ${status}.`,
      actor: null,
    },
    now,
  );
  return { set, changes: [...changes, ...over] };
}

/** Updates an open incident when the monitor moves between down and stale, or other sub-checks fail. */
function stillFailing(
  { subject, incident }: HealthSnapshot,
  { status, title, summary }: MonitorCondition,
  reading: Reading,
): Change[] {
  if (!incident) return [];
  const failing = names(reading);
  const entryOf = (text: string): Change => ({
    kind: "timeline",
    entry: "status_changed",
    text,
    actor: null,
  });
  if (status !== subject.status)
    return [
      { kind: "incident", set: { title, summary, details: { failing } } },
      entryOf(`${subject.status} → ${status}: ${summary}`),
    ];
  const before = incident.details["failing"];
  if (status !== "down" || JSON.stringify(before) === JSON.stringify(failing)) return [];
  return [
    {
      kind: "incident",
      set: { summary, details: { ...incident.details, failing } },
    },
    entryOf(summary),
  ];
}

/** Names of the sub-checks that failed, sorted; empty for a fetch that failed. */
function names(reading: Reading): string[] {
  if (!reading.ok) return [];
  return reading.results
    .filter((r: CheckResult) => r.status === "failed" || r.status === "crashed")
    .map((r) => r.name)
    .sort();
}
