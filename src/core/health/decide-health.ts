/**
 * Decides the changes of a health check monitor: a check finished, its last report became stale between
 * two checks, or it was paused, resumed or configured. Incidents follow transitions, not states: one
 * opens when the monitor becomes `down` or `stale`, a change between the two is written into it, and `up`
 * and `degraded` resolve it. An incident that a user resolved stays resolved until the monitor has recovered
 * and fails again. `confirmation` counts failed checks, `state-change` handles flapping, and an incident
 * suppressed by a dependency (`dependency`) opens later, without a transition.
 */
import type { Change } from "../command/change.ts";
import type { Snapshot } from "../command/snapshot.ts";
import type { Reading, MonitorCommand } from "../command/command.ts";
import { confirmingDelay, unconfirmedAfter, unconfirmedReason } from "./confirmation.ts";
import { dropFlapping, stopFlapping, stopsFlappingAt } from "../incident/state-change.ts";
import { reportLimits } from "./health-reading.ts";
import { countChecks, judge, missingChecks, staleAt } from "./health.ts";
import { goesStale } from "./expectations.ts";
import { subCheckChanges } from "../history/sub-checks.ts";
import { currentCondition, incidentOf, reevaluated, type Verdict } from "./health-incident.ts";
import type { Instant, Subject } from "../model/model.ts";
import { isFailing } from "../model/status.ts";
import { earliest, pausedFrom, pauseIsOver, sayPaused } from "../incident/pause.ts";
import { nextDue } from "./schedule.ts";

type HealthSnapshot = Extract<Snapshot, { kind: "health_check_monitor" }>;

/** Pause between a failed fetch and the next try of the same check, ms. */
const fetchRetryDelay = 5_000;

export function decideHealth(
  snapshot: HealthSnapshot,
  command: MonitorCommand,
  now: Instant,
): Change[] {
  const { subject } = snapshot;
  switch (command.kind) {
    case "checked":
      // The claim has expired and another node is checking: its result counts.
      if (subject.lease_token !== command.lease) return [];
      return checked(snapshot, command, now);
    case "woken":
      if (pauseIsOver(subject, now)) return resumed(snapshot, null, now);
      return woken(snapshot, now);
    case "configured":
      if (subject.paused_at !== null) return [];
      return configured(snapshot, now);
    case "paused":
      return paused(snapshot, command, now);
    case "resumed":
      if (subject.paused_at === null) return [];
      return resumed(snapshot, command.by, now);
    case "reported":
    case "signaled":
    case "alerted":
    case "refused":
      return [];
  }
}

/** After any change of the configuration: check at once. */
function configured(snapshot: HealthSnapshot, now: Instant): Change[] {
  const { subject, monitor } = snapshot;
  const off =
    subject.flapping_since !== null && !monitor.detect_flapping
      ? stopFlapping(snapshot, currentCondition(snapshot), now)
      : null;
  return [
    {
      kind: "subject",
      set: { due_at: now, lease_token: null, fetch_attempts: 0, ...off?.set },
    },
    ...(off?.changes ?? []),
  ];
}

/** Failures before a pause do not count after it. */
function paused(
  snapshot: HealthSnapshot,
  { by, until }: Extract<MonitorCommand, { kind: "paused" }>,
  now: Instant,
): Change[] {
  const { subject } = snapshot;
  const flapped = dropFlapping(snapshot, currentCondition(snapshot), by, now);
  return [
    {
      kind: "subject",
      set: {
        ...pausedFrom(now, until),
        ...(subject.unconfirmed === null ? {} : { unconfirmed: 0 }),
        ...flapped.set,
        wake_at: until,
      },
    },
    ...flapped.changes,
    ...sayPaused(snapshot, "paused", by, until),
  ];
}

function checked(
  snapshot: HealthSnapshot,
  { reading, pace }: Extract<MonitorCommand, { kind: "checked" }>,
  now: Instant,
): Change[] {
  const { subject, monitor } = snapshot;
  const paced = pace === undefined || pace === subject.pace ? {} : { pace };
  const verdict = judge(reading, monitor, now);
  if (isRetried(reading, verdict) && subject.fetch_attempts < monitor.fetch_retries)
    return [
      {
        kind: "subject",
        set: {
          lease_token: null,
          due_at: now + fetchRetryDelay,
          fetch_attempts: subject.fetch_attempts + 1,
          ...paced,
        },
      },
    ];

  const gone =
    reading.ok && !reading.observed ? missingChecks(subject.results ?? [], reading.results) : [];
  const goneText = gone.length === 0 ? null : `Missing from the latest report: ${gone.join(", ")}.`;
  const reason = [verdict.reason, goneText].filter((text) => text !== null).join(" ") || null;
  const set: Partial<Subject> = {
    lease_token: null,
    fetch_attempts: 0,
    due_at: nextDue(monitor.id, monitor.interval_seconds * 1000, now),
    checked_at: now,
    ...paced,
    // A failed fetch keeps the last report.
    ...(reading.ok ? { last_received_at: now, ...reported(reading, subject) } : {}),
  };
  const changes = moved(snapshot, { ...verdict, reason }, set, reading, now);
  const written = changes.some(({ kind }) => kind === "history");
  return [
    ...changes,
    ...(goneText === null || written
      ? []
      : [{ kind: "history" as const, status: verdict.status, reason: goneText }]),
    counted(reading, subject, verdict, now),
  ];
}

/** The parts of a check that the history keeps. */
function counted(reading: Reading, subject: Subject, verdict: Verdict, now: Instant): Change {
  const check = {
    at: now,
    failed: isFailing(verdict.status),
    ms: reading.answer?.ms ?? null,
    status_code: reading.answer?.status_code ?? null,
    lag_ms: reading.ok && !reading.observed ? Math.max(0, now - reading.finished_at) : null,
  };
  // Equal reports share one list (`store/records/snapshot`), so most are not compared.
  const changed =
    reading.ok && reading.results !== subject.results
      ? subCheckChanges(subject.results ?? [], reading.results, reportLimits.results)
      : [];
  return { kind: "check", check, changed };
}

/** A report is true at once. A failure that the prober saw may be one of the network on the way. */
const isRetried = (reading: Reading, { status }: Verdict) =>
  reading.ok ? reading.observed === true && status === "down" : true;

/** The columns that a report fills. */
function reported(reading: Extract<Reading, { ok: true }>, subject: Subject): Partial<Subject> {
  const { total, passing } = countChecks(reading);
  const same =
    subject.results === reading.results ||
    JSON.stringify(subject.results) === JSON.stringify(reading.results);
  return {
    finished_at: reading.finished_at,
    checks_total: total,
    checks_passing: passing,
    // Results are the bulk of the row, so they are written only when they changed.
    ...(same ? {} : { results: reading.results }),
    ...(reading.measured || subject.measured ? { measured: reading.measured ?? null } : {}),
  };
}

/** Only time has passed: the last report may be stale now, or flapping may have ended. */
function woken(snapshot: HealthSnapshot, now: Instant): Change[] {
  const { subject, monitor } = snapshot;
  if (subject.paused_at !== null)
    return [{ kind: "subject", set: { wake_at: subject.paused_until } }];
  if (subject.suppression !== null) return reevaluated(snapshot, subject.suppression, now);
  const wake_at = wakeOf(snapshot, subject);
  if (wake_at === null || now < wake_at) return [{ kind: "subject", set: { wake_at } }];
  // If this service was stopped or suspended itself, the report is old because no newer one was fetched.
  // The check that is due now will decide.
  const timeout = monitor.timeout_seconds * 1000;
  const delay =
    monitor.interval_seconds * 1500 +
    (timeout + fetchRetryDelay) * (monitor.fetch_retries + 1) +
    30_000;
  if (now - (subject.checked_at ?? 0) > delay)
    return [{ kind: "subject", set: { wake_at: now + timeout + fetchRetryDelay } }];
  const { finished_at } = subject;
  const stale_at = staleOf(snapshot, subject);
  if (finished_at === null || stale_at === null || now < stale_at) return calm(snapshot, now);
  const reading: Reading = {
    ok: true,
    finished_at,
    results: subject.results ?? [],
    remarks: [],
    ...(subject.measured ? { measured: subject.measured } : {}),
  };
  const verdict = judge(reading, monitor, now);
  return moved(snapshot, verdict, {}, reading, now);
}

/** Ends flapping. */
function calm(snapshot: HealthSnapshot, now: Instant): Change[] {
  const { subject } = snapshot;
  const { set, changes } = stopFlapping(snapshot, currentCondition(snapshot), now);
  const wake_at = wakeOf(snapshot, { ...subject, ...set });
  return [{ kind: "subject", set: { ...set, wake_at } }, ...changes];
}

/** The instant at which the monitor could change without a check. */
function wakeOf(snapshot: HealthSnapshot, subject: Subject): Instant | null {
  return earliest(
    staleOf(snapshot, subject),
    // After an unconfirmed failure the next check decides whether the state changed again.
    subject.unconfirmed === null ? stopsFlappingAt(subject, snapshot.monitor) : null,
  );
}

/** The instant at which the last report becomes stale; null: the monitor fails already, has none or reads none. */
function staleOf({ monitor }: HealthSnapshot, subject: Subject): Instant | null {
  return isFailing(subject.status) ||
    !goesStale(monitor) ||
    subject.finished_at === null ||
    subject.checked_at === null
    ? null
    : staleAt(subject.finished_at, monitor.staleness_threshold_minutes);
}

function resumed(snapshot: HealthSnapshot, by: string | null, now: Instant): Change[] {
  return [
    {
      kind: "subject",
      set: {
        paused_at: null,
        paused_until: null,
        due_at: now,
        checks_since: now,
        // The last report is as old as the pause, so only the check that is due now can judge.
        wake_at: null,
      },
    },
    ...sayPaused(snapshot, "resumed", by),
  ];
}

/** Writes the status and the consequences of its change. */
function moved(
  snapshot: HealthSnapshot,
  verdict: Verdict,
  set: Partial<Subject>,
  reading: Reading,
  now: Instant,
): Change[] {
  const { subject, monitor } = snapshot;
  const { status } = verdict;
  const unconfirmed = unconfirmedAfter(subject, status, monitor.confirmations);
  const reason =
    unconfirmed === null
      ? verdict.reason
      : unconfirmedReason(verdict.reason, unconfirmed, monitor.confirmations);
  const changed: Partial<Subject> = {
    ...set,
    ...(reason === subject.status_reason ? {} : { status_reason: reason }),
    ...(subject.reason_code === null ? {} : { reason_code: null }),
    ...(status === subject.status ? {} : { status, status_since: now }),
    ...(unconfirmed === subject.unconfirmed ? {} : { unconfirmed }),
    ...(unconfirmed === null ? {} : soonerDue(snapshot, set, now)),
  };
  const after = { ...subject, ...changed };
  const incident = incidentOf(snapshot, after, verdict, reading, now);
  const wake_at = wakeOf(snapshot, { ...after, ...incident.set });
  return [
    { kind: "subject", set: { ...changed, wake_at, ...incident.set } },
    ...(status === subject.status && unconfirmed === subject.unconfirmed
      ? []
      : [{ kind: "history" as const, status, reason }]),
    ...incident.changes,
  ];
}

/** Makes the next check due sooner, to confirm a failure. */
function soonerDue(
  { subject, monitor }: HealthSnapshot,
  { due_at }: Partial<Subject>,
  now: Instant,
): Partial<Subject> {
  const soon = now + confirmingDelay(monitor.interval_seconds * 1000);
  if (due_at !== undefined) return { due_at: soon };
  // Time alone changed the status: a running check, or one due earlier, confirms it as well.
  return subject.lease_token === null && (subject.due_at ?? 0) > soon ? { due_at: soon } : {};
}
