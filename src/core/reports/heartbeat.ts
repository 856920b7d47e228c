/**
 * Heartbeats: successes that are expected at certain times, and are missing when none came. A success that is
 * late by more than the grace is missing, and so is the end of a run that began and did not end within the
 * grace. Only a success satisfies an expectation: a failed run leaves it as it is. Before the first report none is
 * missing, unless `expect_from` says so.
 *
 * A report that could not arrive because monitord was unavailable has one more grace, from the end of the
 * gap on. Gaps that keep coming, such as those of a machine that is stopped each night, do not put that off for ever.
 * Cron is calculated by croner in the time zone of the monitor. Pure.
 */
import type { Beat, Signal } from "../command/command.ts";
import type { Gap } from "../command/snapshot.ts";
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

/** How early a run can be and still count for a moment of cron, ms: the clocks of jobs differ. */
export const earliness = 60_000;

/**
 * When the next report is expected after a success at `at`; null: never. A success, or a run that began, shortly before
 * a moment of cron counts for that moment: up to 60 s, or a tenth of the time to the moment after it. A run that began
 * earlier, while another moment was due, is the run of that one and has only taken long.
 */
function expectedAfter(
  monitor: Expectation,
  { expected_at }: Pick<Heartbeat, "expected_at">,
  own: RunUnderWay | undefined,
  at: Instant,
): Instant | null {
  const moment = nextExpected(monitor, at);
  if (moment === null || monitor.expect_cron === null) return moment;
  const following = nextExpected(monitor, moment)!;
  const from = moment - Math.min(earliness, (following - moment) / 10);
  const isDue = expected_at !== null && expected_at <= at;
  const isEarlier = isDue && own !== undefined && own.started_at < from;
  return at >= from && !isEarlier ? following : moment;
}

/** As of now no report is late: the schedule changed, or a pause ended. */
export function rearmed(
  monitor: Expectation,
  beat: Heartbeat,
  now: Instant,
): Pick<Heartbeat, "expected_at" | "run_started_at" | "missing_since"> {
  const { expect_from } = monitor;
  const began = beat.expected_at !== null || beat.last_success_at !== null;
  // A moment of cron at `expect_from` itself is expected too.
  const first = monitor.expect_cron === null ? 0 : 1;
  const from =
    expect_from === null ? (began ? now : null) : Math.max(now, Date.parse(expect_from) - first);
  return {
    expected_at: from === null ? null : nextExpected(monitor, from),
    run_started_at: null,
    missing_since: null,
  };
}

/**
 * The heartbeat after a signal, and the ids of the runs that are lost. `running` has the runs under way, oldest first; the
 * deadline is that of the earliest. An end belongs to the last run of its `rid`. A success without a `rid` closes all runs
 * under way, one with a `rid` those that began before its own: they ended without saying so. Runs that are overdue have no
 * deadline any more: they were reported as missing.
 */
export function signaled(
  monitor: Expectation,
  beat: Heartbeat,
  { signal, at, rid }: Pick<Beat, "at" | "rid"> & { signal: Exclude<Signal, "log"> },
  running: readonly RunUnderWay[],
): { set: Partial<Heartbeat>; lost: string[] } {
  if (signal === "start") return { set: { run_started_at: beat.run_started_at ?? at }, lost: [] };
  const own = running.findLast((run) => run.rid === rid);
  const closed =
    signal === "fail"
      ? []
      : rid === null
        ? running.filter((run) => run !== own)
        : running.slice(0, own ? running.indexOf(own) : 0);
  const lost = closed.map(({ id }) => id);
  const grace = monitor.grace_minutes * 60_000;
  const other = running.find(
    (run) => run !== own && !closed.includes(run) && at < run.started_at + grace,
  );
  const run_started_at = other?.started_at ?? null;
  if (signal === "fail")
    // A failed run that is the first report begins the expectation, and satisfies none.
    return {
      set: { expected_at: beat.expected_at ?? nextExpected(monitor, at), run_started_at },
      lost,
    };
  return {
    set: {
      expected_at: expectedAfter(monitor, beat, own, at),
      run_started_at,
      missing_since: null,
      last_success_at: at,
      ...(own ? { last_duration_ms: at - own.started_at } : {}),
    },
    lost,
  };
}

/** A person resolved the incident: the next moment after `now` is expected, as if the ones before had been met. */
export const settled = (
  monitor: Expectation,
  now: Instant,
): Pick<Heartbeat, "expected_at" | "run_started_at"> => ({
  expected_at: nextExpected(monitor, now),
  run_started_at: null,
});

/** How long after its grace a report is waited for because of gaps, ms, where the grace is shorter. */
const patience = 24 * 60 * 60_000;

/** The gap, if a report that was due at `due` could not arrive because of it; null: it makes no difference. */
const heldUpBy = (gap: Gap, due: Instant, grace: number): Gap =>
  gap !== null && gap.to > due && gap.from < due + grace + Math.max(grace, patience) ? gap : null;

/** When it is missing unless a success comes first; null: never, or it is missing already. */
export function missingAt(monitor: Expectation, beat: Heartbeat, gap: Gap): Instant | null {
  const due = earliest(beat.expected_at, beat.run_started_at);
  if (due === null || !expectsReports(monitor)) return null;
  // An expectation of after the one that was missed: a person resolved that.
  if (beat.missing_since !== null && due <= beat.missing_since) return null;
  const grace = monitor.grace_minutes * 60_000;
  return (heldUpBy(gap, due, grace)?.to ?? due) + grace;
}

/** `2026-11-21 03:00 UTC`. */
export const formatInstant = (at: Instant) =>
  `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** Why it is missing: the report that did not come, and how long it was waited for. */
export function missingReason(monitor: Expectation, beat: Heartbeat, gap: Gap): string {
  const { expected_at, run_started_at, last_success_at } = beat;
  const graceMs = monitor.grace_minutes * 60_000;
  const grace = formatDuration(graceMs);
  const last = last_success_at === null ? "" : ` Last success: ${formatInstant(last_success_at)}.`;
  const due = earliest(expected_at, run_started_at) ?? 0;
  if (beat.missing_since !== null && due <= beat.missing_since)
    return `No success since ${formatInstant(beat.missing_since)}.${last}`;
  const what =
    due === run_started_at
      ? `The run that began at ${formatInstant(due)} has not ended within ${grace}.`
      : `No report within ${grace} of ${formatInstant(due)}.`;
  const heldUp = heldUpBy(gap, due, graceMs);
  const away = heldUp
    ? ` monitord was unavailable from ${formatInstant(heldUp.from)} to ${formatInstant(heldUp.to)}, and waited ${grace} more.`
    : "";
  return `${what}${last}${away}`;
}
