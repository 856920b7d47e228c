/**
 * What happens to a webhook monitor: reports arrive, the window runs dry, it is paused or configured.
 *
 *   quiet, resolved ── count ≥ threshold ──▶ firing ── count < threshold ──▶ resolved
 *   resolved ── a whole window without a report ──▶ quiet
 *
 * That whole window counts from the later of the last report and the resolution, so that `resolved` can
 * be seen also at threshold 1, where the last report leaves the window at the very instant of resolving.
 * A paused monitor counts on and resolves, but does not fire until it is resumed.
 *
 * Beside the count a success can be expected (`heartbeat`). Firing wins over missing, missing over everything
 * else, and waiting stands in place of `quiet` alone. A monitor whose last run failed fires, once it does, until a run
 * succeeds or a person resolves its incident (`failed-runs`).
 */
import type { Change } from "../command/change.ts";
import type { Snapshot } from "../command/snapshot.ts";
import type { Beat, ErrorReport, MonitorCommand } from "../command/command.ts";
import { dropFlapping, stopsFlappingAt } from "../incident/state-change.ts";
import { keepRefused } from "../alerts/decide-alerts.ts";
import { refusalBy, refusalOver } from "../alerts/refusal.ts";
import { countArrivals, sampleBodies, tippingOf } from "./error-rate.ts";
import type { Instant, Subject } from "../model/model.ts";
import { isFailing, type WebhookStatus } from "../model/status.ts";
import { errorsNeeded, failedAt } from "./failed-runs.ts";
import { expectsReports, missingAt, rearmed, scheduleOf, settled, signaled } from "./heartbeat.ts";
import { earliest, pausedFrom, pauseIsOver, sayPaused } from "../incident/pause.ts";
import { conditionOf, incidentOf, type Ending } from "./webhook-incident.ts";
import { nextStatus, reasonOf, wakeOf } from "./webhook-status.ts";

type WebhookSnapshot = Extract<Snapshot, { kind: "webhook_monitor" }>;

export function decideWebhook(
  snapshot: WebhookSnapshot,
  command: MonitorCommand,
  now: Instant,
): Change[] {
  const { subject } = snapshot;
  switch (command.kind) {
    case "reported":
      return [...reported(snapshot, command.reports, now), ...readAgain(snapshot, now)];
    case "woken":
      if (pauseIsOver(subject, now)) return resumed(snapshot, null, now);
      return evaluated(snapshot, missed(snapshot, now), now);
    case "configured":
      return evaluated(snapshot, scheduled(snapshot, now), now);
    case "signaled":
      return [...signaledBy(snapshot, command.beat, now), ...readAgain(snapshot, now)];
    case "paused":
      return paused(snapshot, command, now);
    case "resumed":
      if (subject.paused_at === null) return [];
      return resumed(snapshot, command.by, now);
    case "refused":
      return refused(snapshot, command, now);
    case "checked":
    case "alerted":
      return [];
  }
}

function refused(
  snapshot: WebhookSnapshot,
  command: Extract<MonitorCommand, { kind: "refused" }>,
  now: Instant,
): Change[] {
  const refused_in_row = snapshot.subject.refused_in_row + 1;
  return [
    { kind: "subject", set: { refused_in_row } },
    keepRefused(command),
    ...refusalBy(snapshot, command, now),
  ];
}

/** Reports or signals were read, perhaps after deliveries that could not be. */
const readAgain = (snapshot: WebhookSnapshot, now: Instant): Change[] =>
  snapshot.subject.refused_in_row === 0
    ? []
    : [{ kind: "subject", set: { refused_in_row: 0 } }, ...refusalOver(snapshot, now)];

/** A report that was expected did not come in time. */
function missed({ subject, monitor, gap }: WebhookSnapshot, now: Instant): Partial<Subject> {
  const at = subject.paused_at === null ? missingAt(monitor, subject, gap) : null;
  return at !== null && now >= at ? { missing_since: now } : {};
}

/** Its fields changed: the expectation restarts when the schedule is another one. */
function scheduled({ subject, monitor }: WebhookSnapshot, now: Instant): Partial<Subject> {
  const expect_schedule = scheduleOf(monitor);
  return expect_schedule === subject.expect_schedule
    ? {}
    : { ...rearmed(monitor, subject, now), expect_schedule };
}

/** A run began or ended, or said something. A failed one is an error report too. */
function signaledBy(snapshot: WebhookSnapshot, beat: Beat, now: Instant): Change[] {
  const { subject, monitor } = snapshot;
  const { signal, at, rid } = beat;
  if (signal === "log") return [{ kind: "run", beat, lost: [] }];
  const { set, lost } = signaled(monitor, subject, { signal, at, rid }, snapshot.running);
  const run: Change = { kind: "run", beat, lost };
  if (signal !== "fail") return [run, ...evaluated(snapshot, set, now)];
  const code = beat.exit_code === null ? "" : ` with exit code ${beat.exit_code}`;
  const message = beat.output === null ? `The run failed${code}.` : beat.output;
  const report = { at, message, source: null, meta: null };
  const failures = expectsReports(monitor) ? [...snapshot.failures, at] : [];
  return [run, ...reported({ ...snapshot, failures }, [report], now, set)];
}

/** The columns that change when a person has resolved the incident: the next failure, or missing report, is another. */
export function settledManually(
  { subject, monitor, gap }: WebhookSnapshot,
  now: Instant,
): Partial<Subject> {
  if (!isFailing(subject.status) || !expectsReports(monitor)) return {};
  const set = settled(monitor, now);
  const due = missingAt(monitor, { ...subject, ...set }, gap);
  return { ...set, wake_at: earliest(subject.wake_at, due) };
}

function reported(
  snapshot: WebhookSnapshot,
  reports: readonly ErrorReport[],
  now: Instant,
  also: Partial<Subject> = {},
): Change[] {
  const { subject, incident } = snapshot;
  const last = reports.at(-1);
  if (!last) return [];
  const counts = countArrivals(reports);
  const { kept, burst_at, burst_count } = sampleBodies(reports, subject);
  const set: Partial<Subject> = {
    ...also,
    last_received_at: Math.max(last.at, subject.last_received_at ?? 0),
    burst_at,
    burst_count,
  };
  const arrived = reports.filter((report) => report.at > snapshot.window_from).length;
  const changes: Change[] = [{ kind: "reports", counts, kept }];
  if (isFailing(subject.status) && incident)
    changes.push({
      kind: "incident",
      set: { occurrences: incident.occurrences + reports.length },
    });
  const tipping = tippingOf(counts, neededFor(snapshot, subject));
  changes.push(
    ...evaluated(snapshot, set, now, {
      arrived,
      last,
      tipping_at: tipping ?? snapshot.tipping_at,
    }),
  );
  return changes;
}

/** The status for the current count, and the instant at which time alone could change it. */
function evaluated(
  snapshot: WebhookSnapshot,
  set: Partial<Subject>,
  now: Instant,
  news: {
    arrived: number;
    last: ErrorReport | null;
    tipping_at: Instant | null;
  } = { arrived: 0, last: null, tipping_at: snapshot.tipping_at },
): Change[] {
  const { monitor, subject, failures } = snapshot;
  const window = windowOf(snapshot);
  const count = snapshot.in_window + news.arrived;
  const after: Subject = {
    ...subject,
    ...set,
    window_count: count,
    window_from: snapshot.window_from,
  };
  const needed = neededFor(snapshot, after);
  const many = count >= needed;
  const failed = failedAt(failures, after.last_success_at);
  const status = nextStatus(snapshot, after, { many, failed }, now);
  const moved = status !== after.status;
  const ending = endingOf(snapshot, set);
  const missedAnew = after.missing_since !== null && after.missing_since !== subject.missing_since;
  const reason =
    moved || missedAnew || (status !== "missing" && status !== "resolved")
      ? reasonOf(status, snapshot, { failed, ending })
      : after.status_reason;
  const status_since = moved ? now : after.status_since;
  const then: Subject = moved ? { ...after, status, status_since } : after;
  // Where the number alone decides, stores may count reports together, and the count before them is not known.
  const wasMany = !expectsReports(monitor) || snapshot.in_window >= needed;
  const own = earliest(
    wakeOf(then, { moved, many, wasMany }, window, news),
    after.paused_at === null ? missingAt(monitor, then, snapshot.gap) : null,
  );
  const incident = incidentOf(
    { ...snapshot, subject: after },
    { status, reason, wake_at: earliest(after.paused_until, own) },
    {
      count,
      last: news.last,
      ending,
      failed: failed !== null && (news.last?.at ?? 0) <= failed,
      anew: missedAnew || (many && !wasMany),
    },
    now,
  );
  const change: Change = {
    kind: "subject",
    set: {
      ...set,
      window_count: count,
      window_from: snapshot.window_from,
      ...(moved ? { status, status_since } : {}),
      ...(reason === after.status_reason ? {} : { status_reason: reason }),
      wake_at: earliest(
        after.paused_until,
        own,
        stopsFlappingAt(isEmpty(incident.set) ? then : { ...then, ...incident.set }, monitor),
      ),
      ...incident.set,
    },
  };
  return [
    change,
    ...(moved ? [{ kind: "history" as const, status, reason }] : []),
    ...incident.changes,
  ];
}

/** How many errors in the window it takes to fire. */
const neededFor = (
  { monitor, failures, window_from }: WebhookSnapshot,
  { last_success_at }: Pick<Subject, "last_success_at">,
): number => errorsNeeded(monitor.error_rate_threshold, failures, { window_from, last_success_at });

/** The reason for which a failing status would end now; `set`: the columns that the command sets. */
function endingOf({ subject, failures }: WebhookSnapshot, set: Partial<Subject>): Ending {
  const isMissing = subject.status === "missing";
  const owesSuccess = isMissing || failedAt(failures, subject.last_success_at) !== null;
  if (set.last_success_at !== undefined && owesSuccess) return "success";
  return isMissing ? "rescheduled" : "rate";
}

/** It stops flapping; it counts on. */
function paused(
  snapshot: WebhookSnapshot,
  { by, until }: Extract<MonitorCommand, { kind: "paused" }>,
  now: Instant,
): Change[] {
  const { subject, in_window, failures } = snapshot;
  const flapped = dropFlapping(
    snapshot,
    conditionOf(
      snapshot,
      { status: subject.status as WebhookStatus, reason: subject.status_reason },
      {
        count: in_window,
        last: null,
        failed: failedAt(failures, subject.last_success_at) !== null,
      },
    ),
    by,
    now,
  );
  const [change, ...rest] = evaluated(snapshot, { ...pausedFrom(now, until), ...flapped.set }, now);
  return [change!, ...flapped.changes, ...rest, ...sayPaused(snapshot, "paused", by, until)];
}

function resumed(snapshot: WebhookSnapshot, by: string | null, now: Instant): Change[] {
  return [
    ...evaluated(
      snapshot,
      {
        paused_at: null,
        paused_until: null,
        ...rearmed(snapshot.monitor, snapshot.subject, now),
      },
      now,
    ),
    ...sayPaused(snapshot, "resumed", by),
  ];
}

const isEmpty = (set: object) => Object.keys(set).length === 0;

const windowOf = ({ monitor }: WebhookSnapshot) => monitor.error_rate_window_minutes * 60_000;
