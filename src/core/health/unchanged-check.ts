/**
 * An unchanged check: the monitor was up, and its sub-checks are the same as before. Nearly all checks are unchanged, and
 * such a check needs no snapshot: one statement records many, and its condition tests the columns that `decide` would have
 * read. A monitor that does not meet the condition gets the whole command. Pure.
 */
import type { Check } from "../history/entries.ts";
import type { AnswerFacts, Reading } from "../command/command.ts";
import type { Instant, Measured, Pace, Subject } from "../model/model.ts";
import type { Checked } from "./checked.ts";
import { goesStale, watchesCertificate } from "./expectations.ts";
import { countChecks, judge, staleAt } from "./health.ts";
import { answerOf, readProbe } from "./probe-reading.ts";
import type { Fetched } from "./prober.ts";
import { hashOf, isSplittable, sameReport, splitReport } from "./same-report.ts";
import { nextDue } from "./schedule.ts";
import { paceOf } from "./slots.ts";

/** The last check of a monitor, if it left the monitor up without a remark. */
export interface LastCheck {
  /** `hashOf` its sub-checks. */
  hash: string;
  total: number;
  passing: number;
  /** The rest of the report's text (`splitReport`); null: the sub-checks also depend on other things. */
  rest: string | null;
}

/** Plain data for the claim, the history and the columns of the subject. */
export interface UnchangedCheck extends Omit<LastCheck, "rest"> {
  subject_id: string;
  lease: string;
  at: Instant;
  interval_seconds: number;
  /** How long the report counts, minutes; null: it is made of observations, which are never stale. */
  staleness_threshold_minutes: number | null;
  finished_at: Instant;
  measured: Measured | null;
  answer: AnswerFacts;
  pace: Pace;
}

/** The reading of a probe; null: its text is the last one's, so that it need not be read. */
interface Next {
  last: LastCheck | null;
  reading: Reading | null;
  /** Set when the check matches the last one; null: it does not. */
  same: Pick<UnchangedCheck, "finished_at" | "measured"> | null;
}

/** Reads a probe in the knowledge of the last one. `stepped`: as in `readHealth`. */
export function readNext(
  monitor: Checked,
  last: LastCheck | null,
  fetched: Fetched,
  now: Instant,
  stepped: number,
): Next {
  const finished_at = last && sameReport(last.rest, fetched, now, stepped);
  if (finished_at !== null && now < staleAt(finished_at, monitor.staleness_threshold_minutes))
    return { last, reading: null, same: { finished_at, measured: null } };
  const reading = readProbe(monitor, fetched, now, stepped);
  const next = lastOf(monitor, fetched, reading, now);
  const same =
    reading.ok && next && last?.hash === next.hash
      ? { finished_at: reading.finished_at, measured: reading.measured ?? null }
      : null;
  return { last: next, reading, same };
}

/** The check that a claim was made for. */
export function unchangedCheck(
  { subject_id, lease }: { subject_id: string; lease: string },
  monitor: Checked,
  { hash, total, passing }: LastCheck,
  { finished_at, measured }: NonNullable<Next["same"]>,
  fetched: Fetched,
  at: Instant,
): UnchangedCheck {
  return {
    subject_id,
    lease,
    at,
    interval_seconds: monitor.interval_seconds,
    staleness_threshold_minutes: goesStale(monitor) ? monitor.staleness_threshold_minutes : null,
    hash,
    total,
    passing,
    finished_at,
    measured,
    answer: answerOf(fetched),
    pace: paceOf(fetched),
  };
}

function lastOf(
  monitor: Checked,
  fetched: Fetched,
  reading: Reading,
  now: Instant,
): LastCheck | null {
  if (!reading.ok) return null;
  const { status, reason } = judge(reading, monitor, now);
  if (status !== "up" || reason !== null) return null;
  const isTextAlone =
    goesStale(monitor) && !watchesCertificate(monitor) && monitor.slow_above_ms === null;
  const rest =
    isTextAlone && fetched.kind === "answer" && isSplittable(fetched.body)
      ? splitReport(fetched.body)!.rest
      : null;
  return { hash: hashOf(reading.results), ...countChecks(reading), rest };
}

/** The columns of the subject, as `decideHealth` sets them. */
export function unchangedColumns(check: UnchangedCheck) {
  const { at, subject_id, finished_at, staleness_threshold_minutes } = check;
  return {
    due_at: nextDue(subject_id, check.interval_seconds * 1000, at),
    wake_at:
      staleness_threshold_minutes === null
        ? null
        : staleAt(finished_at, staleness_threshold_minutes),
    checked_at: at,
    last_received_at: at,
    finished_at,
    checks_total: check.total,
    checks_passing: check.passing,
    measured: check.measured,
    pace: check.pace,
  } satisfies Partial<Subject>;
}

/** Its entry in the history. */
export function measuresOfUnchanged(check: UnchangedCheck): Check {
  const { at, finished_at, answer, staleness_threshold_minutes } = check;
  return {
    at,
    failed: false,
    ...answer,
    lag_ms: staleness_threshold_minutes === null ? null : Math.max(0, at - finished_at),
  };
}
