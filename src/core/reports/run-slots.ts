/**
 * The story of a job, one slot for each run and for each moment at which a run was expected and none came. A page, a
 * chart and a table show the same slots, so that they cannot disagree. Pure.
 */
import type { HistoryEntry, Instant, MonitorRun, WebhookMonitor } from "../model/model.ts";
import { isFailing } from "../model/status.ts";
import { lastRun } from "../silence/maintenance.ts";
import { earliness } from "./heartbeat.ts";

/**
 * `late`: it succeeded after the grace, or took longer than the grace. `lost`: it began and has not ended within the
 * grace. `missing`: no run came.
 */
export type RunResult = "success" | "late" | "failed" | "lost" | "missing" | "running";

export interface RunSlot {
  result: RunResult;
  /** The moment that it counts for; null: none was known when it ran. */
  expected: Instant | null;
  /** When it began, or ended if it did not say when it began; of a missing one the moment. */
  at: Instant;
  /** null: no run came. */
  run: MonitorRun | null;
}

type Job = Pick<
  WebhookMonitor,
  "expect_every_minutes" | "expect_cron" | "expect_timezone" | "grace_minutes"
>;

interface Story {
  monitor: Job;
  /** Runs without messages, oldest first. */
  runs: readonly MonitorRun[];
  /** Changes of the status, oldest first, from the last one before the first run. */
  entries: readonly Pick<HistoryEntry, "at" | "status">[];
  now: Instant;
}

/** The latest `limit` slots, oldest first. */
export function runSlots(story: Story, limit: number): RunSlot[] {
  const ran = ranSlots(story);
  const first = ran[0];
  if (first === undefined) return [];
  const missing =
    story.monitor.expect_cron === null ? overdue(story, ran) : skipped(story, ran, limit);
  return [...ran, ...missing].toSorted((a, b) => a.at - b.at).slice(-limit);
}

const beganAt = ({ started_at, ended_at, at }: MonitorRun): Instant => started_at ?? ended_at ?? at;
const graceOf = ({ grace_minutes }: Job): number => grace_minutes * 60_000;

/** The runs, each with the moment that it counts for. */
function ranSlots({ monitor, runs, now }: Story): RunSlot[] {
  const satisfied = new Set<Instant>();
  let success: Instant | null = null;
  return runs.map((run) => {
    const at = beganAt(run);
    const expected = success === null ? null : momentOf(monitor, at, success);
    const isRepeated = expected !== null && satisfied.has(expected);
    const result = resultOf(monitor, run, isRepeated ? null : expected, now);
    if (run.outcome === "success") {
      success = run.ended_at;
      if (expected !== null) satisfied.add(expected);
    }
    return { result, expected, at, run };
  });
}

/** The moment that a run at `at` counts for, the last success before it being at `success`. */
function momentOf(monitor: Job, at: Instant, success: Instant): Instant | null {
  const { expect_every_minutes: every, expect_cron: cron, expect_timezone: timezone } = monitor;
  if (every !== null) {
    const moment = success + every * 60_000;
    // A whole period later the moment is a slot of its own, without a run.
    return at < moment + every * 60_000 ? moment : null;
  }
  return cron === null ? null : lastRun({ cron, timezone }, at + earliness);
}

function resultOf(
  monitor: Job,
  run: MonitorRun,
  expected: Instant | null,
  now: Instant,
): RunResult {
  const { outcome, started_at, ended_at, duration_ms } = run;
  const grace = graceOf(monitor);
  if (outcome === "fail") return "failed";
  if (outcome === "success") {
    const isLate = expected !== null && ended_at !== null && ended_at > expected + grace;
    return isLate || (duration_ms ?? 0) > grace ? "late" : "success";
  }
  if (outcome === null && now <= (started_at ?? now) + grace) return "running";
  return "lost";
}

/** The status at an instant; undefined: before the first change. */
const statusAt = (entries: Story["entries"], at: Instant) =>
  entries.findLast((one) => one.at <= at)?.status;

const missingSlot = (at: Instant): RunSlot => ({ result: "missing", expected: at, at, run: null });

/**
 * The moments of cron for which no run came. A moment without a run counts only if the monitor was failing then: it can
 * have been paused, scheduled otherwise or not observed.
 */
function skipped(
  { monitor, entries, now }: Story,
  ran: readonly RunSlot[],
  limit: number,
): RunSlot[] {
  // Only a monitor with a cron expression comes here.
  const rule = { cron: monitor.expect_cron!, timezone: monitor.expect_timezone };
  const kept = new Set(ran.map(({ at }) => lastRun(rule, at + earliness)));
  const slots: RunSlot[] = [];
  const grace = graceOf(monitor);
  let moment = lastRun(rule, now - grace);
  for (let i = 0; i < limit && moment !== null && moment > ran[0]!.at; i++) {
    const status = statusAt(entries, moment + grace);
    if (!kept.has(moment) && status !== undefined && isFailing(status))
      slots.push(missingSlot(moment));
    moment = lastRun(rule, moment - 1);
  }
  return slots;
}

/** With a fixed period: the times at which the monitor became missing, and a whole period went by until the next success. */
function overdue({ monitor, entries, now }: Story, ran: readonly RunSlot[]): RunSlot[] {
  const period = (monitor.expect_every_minutes ?? 0) * 60_000;
  return (
    entries
      .filter(({ at, status }) => status === "missing" && at > ran[0]!.at)
      // An end that did not come is a slot already.
      .filter(
        ({ at }) =>
          !ran.some(({ result, at: began }) => {
            const overdue_ms = at - began - graceOf(monitor);
            return result === "lost" && overdue_ms >= 0 && overdue_ms < period;
          }),
      )
      .map(({ at }) => at - graceOf(monitor))
      .filter((expected) => {
        const ended = ran.find(({ run }) => run?.outcome === "success" && run.ended_at! > expected);
        return (ended?.run?.ended_at ?? now) >= expected + period;
      })
      .map(missingSlot)
  );
}

/** The latest slot that has ended. */
export const lastRunOf = (slots: readonly RunSlot[]): RunSlot | undefined =>
  slots.findLast(({ result }) => result !== "running");

/** The middle of the durations of runs that ended, ms; null: none reported one. */
export function medianDuration(slots: readonly RunSlot[]): number | null {
  const durations = slots
    .flatMap(({ run }) =>
      run?.outcome === "success" && run.duration_ms !== null ? [run.duration_ms] : [],
    )
    .toSorted((a, b) => a - b);
  return durations[Math.floor(durations.length / 2)] ?? null;
}
