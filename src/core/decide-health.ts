/**
 * What happens to a health check monitor: a check came back, its last report went stale between two
 * checks, it was paused, resumed or configured.
 *
 * Incidents follow transitions, not states: one opens when the monitor becomes `down` or `stale`, a move
 * between the two is written into it, `up` and `degraded` resolve it. An incident that somebody resolved
 * by hand while the monitor is still failing stays resolved until it has recovered and fails again. One that
 * is withheld (`dependency.ts`) opens later, without a transition.
 */
import type { Change, Snapshot } from "./change.ts";
import type { Reading } from "./command.ts";
import type { MonitorCommand } from "./decide.ts";
import { countChecks, judge, missingChecks, staleAt } from "./health.ts";
import { lookAgain, openOrWithhold, recovered } from "./dependency.ts";
import {
  failing,
  incidentOf,
  openingOf,
  stillFailing,
  type Verdict,
} from "./health-incident.ts";
import type { Instant, Subject } from "./model.ts";
import { pausedFrom, pauseIsOver, sayPaused } from "./pause.ts";
import { nextDue } from "./schedule.ts";

type HealthSnapshot = Extract<Snapshot, { kind: "health_check_monitor" }>;

/** Between a failed fetch and the next try of the same check. */
export const fetchRetryDelay = 5_000;

export function decideHealth(
  snapshot: HealthSnapshot,
  command: MonitorCommand,
  now: Instant,
): Change[] {
  const { subject } = snapshot;
  switch (command.kind) {
    case "checked":
      // The claim ran out and somebody else is checking: their answer counts.
      if (subject.lease_token !== command.lease) return [];
      return checked(snapshot, command.reading, now);
    case "woken":
      if (pauseIsOver(subject, now)) return resumed(snapshot, null, now);
      return woken(snapshot, now);
    case "configured":
      // Whatever changed, the next answer tells: check at once.
      if (subject.paused_at !== null) return [];
      return [
        {
          kind: "subject",
          set: { due_at: now, lease_token: null, fetch_attempts: 0 },
        },
      ];
    case "paused":
      return [
        {
          kind: "subject",
          set: {
            ...pausedFrom(now, command.until),
            wake_at: command.until,
          },
        },
        ...sayPaused(snapshot, "paused", command.by),
      ];
    case "resumed":
      if (subject.paused_at === null) return [];
      return resumed(snapshot, command.by, now);
    case "reported":
    case "alerted":
    case "refused":
      return [];
  }
}

function checked(
  snapshot: HealthSnapshot,
  reading: Reading,
  now: Instant,
): Change[] {
  const { subject, monitor } = snapshot;
  if (!reading.ok && subject.fetch_attempts < monitor.fetch_retries)
    return [
      {
        kind: "subject",
        set: {
          lease_token: null,
          due_at: now + fetchRetryDelay,
          fetch_attempts: subject.fetch_attempts + 1,
        },
      },
    ];

  const verdict = judge(reading, monitor, now);
  const gone = reading.ok
    ? missingChecks(subject.results ?? [], reading.results)
    : [];
  const goneText =
    gone.length === 0 ? null : `No longer reported: ${gone.join(", ")}.`;
  const reason =
    [verdict.reason, goneText].filter((text) => text !== null).join(" ") ||
    null;
  const set: Partial<Subject> = {
    lease_token: null,
    fetch_attempts: 0,
    due_at: nextDue(monitor.id, monitor.interval_seconds * 1000, now),
    checked_at: now,
    // A failed fetch keeps what the last report said.
    ...(reading.ok ? reported(reading, subject) : {}),
  };
  return [
    ...moved(snapshot, { ...verdict, reason }, set, reading, now),
    ...(goneText !== null && verdict.status === subject.status
      ? [{ kind: "history" as const, status: verdict.status, reason: goneText }]
      : []),
  ];
}

/** The columns that a report fills. */
function reported(
  reading: Extract<Reading, { ok: true }>,
  subject: Subject,
): Partial<Subject> {
  const { total, passing } = countChecks(reading);
  const same =
    subject.results === reading.results ||
    JSON.stringify(subject.results) === JSON.stringify(reading.results);
  return {
    finished_at: reading.finished_at,
    checks_total: total,
    checks_passing: passing,
    // Results are the bulk of the row: written only when they say something new.
    ...(same ? {} : { results: reading.results }),
  };
}

/** Nothing came, time passed: the last report may have gone stale. */
function woken(snapshot: HealthSnapshot, now: Instant): Change[] {
  const { subject, monitor } = snapshot;
  if (subject.paused_at !== null)
    return [{ kind: "subject", set: { wake_at: subject.paused_until } }];
  if (subject.withheld !== null)
    return lookAgain(snapshot, subject.withheld, now);
  if (
    failing(subject.status) ||
    subject.finished_at === null ||
    subject.checked_at === null
  )
    return [{ kind: "subject", set: { wake_at: null } }];
  const at = staleAt(subject.finished_at, monitor.staleness_threshold_minutes);
  if (now < at) return [{ kind: "subject", set: { wake_at: at } }];
  // When this service itself was away (stopped, suspended), the report is old because nobody fetched a
  // newer one. The check that is due by now will tell.
  const timeout = monitor.timeout_seconds * 1000;
  const patience =
    monitor.interval_seconds * 1500 +
    (timeout + fetchRetryDelay) * (monitor.fetch_retries + 1) +
    30_000;
  if (now - subject.checked_at > patience)
    return [
      { kind: "subject", set: { wake_at: now + timeout + fetchRetryDelay } },
    ];
  const reading: Reading = {
    ok: true,
    finished_at: subject.finished_at,
    results: subject.results ?? [],
    remarks: [],
  };
  const verdict = judge(reading, monitor, now);
  return moved(snapshot, verdict, {}, reading, now);
}

function resumed(
  snapshot: HealthSnapshot,
  by: string | null,
  now: Instant,
): Change[] {
  return [
    {
      kind: "subject",
      set: {
        paused_at: null,
        paused_until: null,
        due_at: now,
        // Not before the check that is due now: the last report is as old as the pause.
        wake_at: null,
      },
    },
    ...sayPaused(snapshot, "resumed", by),
  ];
}

/** Writes the status and what follows from its change. */
function moved(
  snapshot: HealthSnapshot,
  verdict: Verdict,
  set: Partial<Subject>,
  reading: Reading,
  now: Instant,
): Change[] {
  const { subject, monitor } = snapshot;
  const finished_at = set.finished_at ?? subject.finished_at;
  const change: Change = {
    kind: "subject",
    set: {
      ...set,
      ...(verdict.reason === subject.status_reason
        ? {}
        : { status_reason: verdict.reason }),
      wake_at:
        failing(verdict.status) || finished_at === null
          ? null
          : staleAt(finished_at, monitor.staleness_threshold_minutes),
    },
  };
  const { status, reason } = verdict;
  const history: Change[] = [];
  if (status !== subject.status) {
    Object.assign(change.set, { status, status_since: now });
    history.push({ kind: "history", status, reason });
  }
  const bad = failing(status);
  if (bad && (subject.withheld !== null || !failing(subject.status))) {
    const incident = openingOf(snapshot, verdict, reading);
    const wake_at = change.set.wake_at ?? null;
    const gated = openOrWithhold(
      snapshot,
      { status, reason, incident, wake_at },
      now,
    );
    Object.assign(change.set, gated.set);
    return [change, ...history, ...gated.changes];
  }
  if (status === subject.status)
    return [change, ...stillFailing(snapshot, verdict, reading)];
  const over = bad ? null : recovered(subject, status, now);
  Object.assign(change.set, over?.set);
  return [
    change,
    ...history,
    ...(over?.changes ?? []),
    ...incidentOf(snapshot, verdict, reading, now),
  ];
}
