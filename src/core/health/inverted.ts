/**
 * Inverts the reading of a monitor that must fail: healthy while its check fails, failing while it succeeds. Only an observation
 * of the target counts. A check that could not be made, or whose answer monitord could not read, shows neither, and is
 * a failure as it is without `invert`. Pure.
 */
import type { Reading } from "../command/command.ts";
import type { CheckResult, HealthCheckMonitor, Instant } from "../model/model.ts";
import { isFailing } from "../model/status.ts";
import { isSocket, schemeOf } from "./endpoint.ts";
import { countChecks, judge } from "./health.ts";
import { ownCheck } from "./own-check.ts";
import type { Fetched } from "./prober.ts";

type Inverted = Pick<HealthCheckMonitor, "url" | "staleness_threshold_minutes">;

/** The reading of the monitor; `plain`: without `invert`. */
export function inverted(
  monitor: Inverted,
  plain: Reading,
  fetched: Fetched,
  now: Instant,
): Reading {
  if (fetched.kind === "failure" && fetched.undecided)
    return { ok: false, reason: `The check could not be made: ${fetched.reason}` };
  const { status, reason } = judge(plain, monitor, now);
  const isAnswered = fetched.kind === "answer" && !plain.ok && isGood(fetched.http_status);
  return isFailing(status) && !isAnswered
    ? failing(plain, reason, now)
    : succeeding(plain, `${successOf(monitor, fetched)}, which it must not`, now);
}

/** An answer of another format than a health report is an answer all the same. */
const isGood = (http_status: number) => http_status >= 200 && http_status < 300;

function failing(plain: Reading, reason: string | null, now: Instant): Reading {
  const { results, total, measured } = partsOf(plain);
  // A reason can have durations, which change from check to check.
  const short_summary = `Fails, as it must: ${reason}`;
  const { result } = ownCheck("inverted", "ok", {});
  return {
    ok: true,
    observed: true,
    finished_at: now,
    results: [...results.map(accepted), result],
    remarks: [],
    counts: { total: total + 1, passing: total + 1 },
    measured: { ...measured, [result.name]: { short_summary } },
  };
}

function succeeding(plain: Reading, notification_message: string, now: Instant): Reading {
  const { results, total, passing, measured } = partsOf(plain);
  const { result } = ownCheck("inverted", "failed", { notification_message });
  return {
    ok: true,
    observed: true,
    finished_at: now,
    results: [...results, result],
    remarks: [],
    counts: { total: total + 1, passing },
    measured,
  };
}

function partsOf(plain: Reading) {
  if (!plain.ok) return { results: [], measured: {}, total: 0, passing: 0 };
  const { results, measured = {} } = plain;
  return { results, measured, ...countChecks(plain) };
}

/** A sub-check whose failure is wanted keeps its words. */
function accepted(result: CheckResult): CheckResult {
  const { notification_message, short_summary } = result;
  return {
    ...result,
    status: "ok",
    notification_message: null,
    short_summary: notification_message ?? short_summary,
  };
}

/** The success of the target, as a sentence without its end. */
function successOf({ url }: Inverted, fetched: Fetched): string {
  const scheme = schemeOf(url);
  if (isSocket(scheme)) return "Accepts WebSocket connections";
  if (fetched.kind === "answer") return `Answers with HTTP ${fetched.http_status}`;
  if (fetched.kind === "resolved") return "Resolves";
  return scheme === "icmp" ? "Answers a ping" : "Accepts connections";
}
