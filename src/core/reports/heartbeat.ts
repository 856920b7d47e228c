/**
 * Heartbeats: reports that are expected at certain times, and are missing when none came. A report that is
 * late by more than the grace is missing, and so is the end of a run that began and did not end within the
 * grace. Only a success ends that. Before the first report none is missing, unless `expect_from` says so.
 *
 * A report that could not arrive because monitord was unavailable has one more grace, from the end of the
 * gap on. Cron is calculated by croner in the time zone of the monitor. Pure.
 */
import type { Beat } from "../model/command.ts";
import type { Gap } from "../model/snapshot.ts";
import type { Instant, RunUnderWay, Subject, WebhookMonitor } from "../model/model.ts";
import { earliest } from "../incident/pause.ts";
import { nextRun } from "../silence/maintenance.ts";
import { formatDuration } from "../text/duration.ts";

type Expectation = Pick<
  WebhookMonitor,
  "expect_every_minutes" | "expect_cron" | "expect_timezone" | "expect_from" | "grace_minutes"
>;

/** The columns of a subject that heartbeats fill. */
export type Heartbeat = Pick<
  Subject,
  "expected_at" | "run_started_at" | "missing_since" | "last_success_at" | "last_duration_ms"
>;

/** True for a monitor from which reports are expected. */
export const expectsReports = ({ expect_every_minutes, expect_cron }: Expectation): boolean =>
  expect_every_minutes !== null || expect_cron !== null;

/** The fields that decide when a report is expected, as text: when it changes, the expectation restarts. */
export const scheduleOf = (monitor: Expectation): string | null =>
  expectsReports(monitor)
    ? JSON.stringify([
        monitor.expect_every_minutes,
        monitor.expect_cron,
        monitor.expect_timezone,
        monitor.expect_from,
      ])
    : null;

/** True before its first report. */
export const isWaiting = (monitor: Expectation, beat: Heartbeat): boolean =>
  expectsReports(monitor) &&
  beat.expected_at === null &&
  beat.run_started_at === null &&
  beat.missing_since === null;

/** When the next report is expected after one at `at`; null: never. */
export function nextExpected(monitor: Expectation, at: Instant): Instant | null {
  const { expect_every_minutes: every, expect_cron: cron, expect_timezone: timezone } = monitor;
  if (every !== null) return at + every * 60_000;
  return cron === null ? null : nextRun({ cron, timezone }, at);
}

/** As of now no report is late: the schedule changed, or a pause ended. */
export function rearmed(
  monitor: Expectation,
  beat: Heartbeat,
  now: Instant,
): Pick<Heartbeat, "expected_at" | "run_started_at" | "missing_since"> {
  const { expect_from } = monitor;
  const began = beat.expected_at !== null || beat.last_success_at !== null;
  const from = expect_from === null ? (began ? now : null) : Math.max(now, Date.parse(expect_from));
  return {
    expected_at: from === null ? null : nextExpected(monitor, from),
    run_started_at: null,
    missing_since: null,
  };
}

/**
 * The heartbeat after a signal. The deadline is that of the earliest run under way; `running` has them,
 * oldest first. An end belongs to the last run of its `rid`, and leaves the deadlines of the others. Runs
 * that are overdue already have none any more: they were reported as missing.
 */
export function signaled(
  monitor: Expectation,
  beat: Heartbeat,
  { signal, at, rid }: Pick<Beat, "signal" | "at" | "rid">,
  running: readonly RunUnderWay[],
): Partial<Heartbeat> {
  if (signal === "start") return { run_started_at: beat.run_started_at ?? at };
  const own = running.findLast((run) => run.rid === rid);
  const grace = monitor.grace_minutes * 60_000;
  const other = running.find((run) => run !== own && at < run.started_at + grace);
  const ended = {
    expected_at: nextExpected(monitor, at),
    run_started_at: other?.started_at ?? null,
  };
  return signal === "fail"
    ? ended
    : {
        ...ended,
        missing_since: null,
        last_success_at: at,
        ...(own ? { last_duration_ms: at - own.started_at } : {}),
      };
}

/** When it is missing unless a report comes first; null: never. */
export function missingAt(monitor: Expectation, beat: Heartbeat, gap: Gap): Instant | null {
  const due = earliest(beat.expected_at, beat.run_started_at);
  if (due === null || beat.missing_since !== null || !expectsReports(monitor)) return null;
  const grace = monitor.grace_minutes * 60_000;
  return Math.max(due + grace, gap === null ? 0 : gap.to + grace);
}

const clock = (at: Instant) => `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** Why it is missing: the report that did not come, and how long it was waited for. */
export function missingReason(monitor: Expectation, beat: Heartbeat, gap: Gap): string {
  const { expected_at, run_started_at, last_success_at } = beat;
  const grace = formatDuration(monitor.grace_minutes * 60_000);
  const last = last_success_at === null ? "" : ` Last success: ${clock(last_success_at)}.`;
  if (beat.missing_since !== null) return `No success since ${clock(beat.missing_since)}.${last}`;
  const due = earliest(expected_at, run_started_at) ?? 0;
  const what =
    due === run_started_at
      ? `The run that began at ${clock(due)} has not ended within ${grace}.`
      : `No report within ${grace} of ${clock(due)}.`;
  const away =
    gap !== null && gap.to > due
      ? ` monitord was unavailable from ${clock(gap.from)} to ${clock(gap.to)}, and waited ${grace} more.`
      : "";
  return `${what}${last}${away}`;
}
