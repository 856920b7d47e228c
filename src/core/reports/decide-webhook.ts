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
 * Beside the count a report can be expected (`heartbeat`). Firing wins over missing, missing over everything
 * else, and waiting stands in place of `quiet` alone.
 */
import type { Change } from "../model/change.ts";
import type { Snapshot } from "../model/snapshot.ts";
import type { Beat, ErrorReport, MonitorCommand } from "../model/command.ts";
import { dropFlapping, stopsFlappingAt } from "../incident/state-change.ts";
import { keepRefused } from "../alerts/decide-alerts.ts";
import { countArrivals, sampleBodies, tippingOf } from "./error-rate.ts";
import type { Instant, Subject, WebhookMonitor } from "../model/model.ts";
import { isFailing, type WebhookStatus } from "../model/status.ts";
import { isWaiting, missingAt, missingReason, rearmed, scheduleOf, signaled } from "./heartbeat.ts";
import { earliest, pausedFrom, pauseIsOver, sayPaused } from "../incident/pause.ts";
import { conditionOf, incidentOf } from "./webhook-incident.ts";

type WebhookSnapshot = Extract<Snapshot, { kind: "webhook_monitor" }>;

export function decideWebhook(
  snapshot: WebhookSnapshot,
  command: MonitorCommand,
  now: Instant,
): Change[] {
  const { subject } = snapshot;
  switch (command.kind) {
    case "reported":
      return reported(snapshot, command.reports, now);
    case "woken":
      if (pauseIsOver(subject, now)) return resumed(snapshot, null, now);
      return evaluated(snapshot, missed(snapshot, now), now);
    case "configured":
      return evaluated(snapshot, scheduled(snapshot, now), now);
    case "signaled":
      return signaledBy(snapshot, command.beat, now);
    case "paused":
      return paused(snapshot, command, now);
    case "resumed":
      if (subject.paused_at === null) return [];
      return resumed(snapshot, command.by, now);
    case "refused":
      return [keepRefused(command)];
    case "checked":
    case "alerted":
      return [];
  }
}

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

/** A run began or ended. A failed one is an error report too. */
function signaledBy(snapshot: WebhookSnapshot, beat: Beat, now: Instant): Change[] {
  const { subject, monitor } = snapshot;
  const set = signaled(monitor, subject, beat, snapshot.running);
  const run: Change = { kind: "run", beat };
  if (beat.signal !== "fail") return [run, ...evaluated(snapshot, set, now)];
  const code = beat.exit_code === null ? "" : ` with exit code ${beat.exit_code}`;
  const message = beat.output === null ? `The run failed${code}.` : beat.output;
  const report = { at: beat.at, message, source: null, meta: null };
  return [run, ...reported(snapshot, [report], now, set)];
}

function reported(
  snapshot: WebhookSnapshot,
  reports: readonly ErrorReport[],
  now: Instant,
  also: Partial<Subject> = {},
): Change[] {
  const { subject, monitor, incident } = snapshot;
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
  const tipping = tippingOf(counts, monitor.error_rate_threshold);
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
  const { monitor } = snapshot;
  const window = windowOf(snapshot);
  const count = snapshot.in_window + news.arrived;
  const after: Subject = {
    ...snapshot.subject,
    ...set,
    window_count: count,
    window_from: snapshot.window_from,
  };
  const status = nextStatus(after, monitor, count, now);
  const moved = status !== after.status;
  const reason = moved || status !== "missing" ? reasonOf(status, snapshot) : after.status_reason;
  const status_since = moved ? now : after.status_since;
  const then: Subject = moved ? { ...after, status, status_since } : after;
  const own = earliest(
    wakeOf(then, moved, window, news),
    after.paused_at === null ? missingAt(monitor, then, snapshot.gap) : null,
  );
  const incident = incidentOf(
    { ...snapshot, subject: after },
    { status, reason, wake_at: earliest(after.paused_until, own) },
    count,
    news.last,
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

function nextStatus(
  subject: Subject,
  monitor: WebhookMonitor,
  count: number,
  now: Instant,
): WebhookStatus {
  const status = subject.status as WebhookStatus;
  const many = count >= monitor.error_rate_threshold;
  if (many && (subject.paused_at === null || status === "firing")) return "firing";
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

function wakeOf(
  subject: Subject,
  moved: boolean,
  window: number,
  news: { tipping_at: Instant | null; last: ErrorReport | null },
): Instant | null {
  if (subject.status === "resolved") return quietAt(subject, window);
  if (subject.status !== "firing") return null;
  // More reports only put off the end of firing: the wake that stands is early enough, and looking for
  // a better one at each report would cost as much as counting the whole window.
  if (!moved && news.last !== null && subject.wake_at !== null) return subject.wake_at;
  return (news.tipping_at ?? subject.last_received_at ?? 0) + window;
}

/** That it flapped is forgotten; it counts on. */
function paused(
  snapshot: WebhookSnapshot,
  { by, until }: Extract<MonitorCommand, { kind: "paused" }>,
  now: Instant,
): Change[] {
  const { subject, in_window } = snapshot;
  const flapped = dropFlapping(
    snapshot,
    conditionOf(snapshot, subject.status as WebhookStatus, in_window, null, subject.status_reason),
    by,
    now,
  );
  const [change, ...rest] = evaluated(snapshot, { ...pausedFrom(now, until), ...flapped.set }, now);
  return [change!, ...flapped.changes, ...rest, ...sayPaused(snapshot, "paused", by)];
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

function reasonOf(
  status: WebhookStatus,
  { monitor, subject, gap }: WebhookSnapshot,
): string | null {
  if (status === "quiet") return null;
  if (status === "waiting") return "No report has arrived yet.";
  if (status === "missing") return missingReason(monitor, subject, gap);
  const limit = `threshold (${monitor.error_rate_threshold} in ${monitor.error_rate_window_minutes} min)`;
  // A count in here would be written again with every report; `errors_in_window` has it.
  return status === "firing" ? `Error rate at or above ${limit}.` : `Error rate below ${limit}.`;
}

const isEmpty = (set: object) => Object.keys(set).length === 0;

const windowOf = ({ monitor }: WebhookSnapshot) => monitor.error_rate_window_minutes * 60_000;
