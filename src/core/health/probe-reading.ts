/**
 * Turns the facts of a probe into a reading: the application's own report, or sub-checks that are made of the answer.
 * Pure. Observations are as old as their check, so they are never stale; an endpoint that cannot be
 * reached is a failed sub-check with its reason.
 */
import type { AnswerFacts, Reading } from "../command/command.ts";
import type { HealthCheckMonitor, Instant, Measured } from "../model/model.ts";
import { isAccepted } from "./accepted.ts";
import { asksForBody, bodyCheck } from "./body-check.ts";
import { certificateAsked, certificateCheck } from "./certificate-check.ts";
import { dnsCheck } from "./dns-check.ts";
import { isSocket, schemeOf } from "./endpoint.ts";
import { isReport, watchesCertificate } from "./expectations.ts";
import { countChecks } from "./health.ts";
import { readHealth } from "./health-reading.ts";
import { inverted } from "./inverted.ts";
import { ownCheck, sentence, type OwnCheck } from "./own-check.ts";
import type { Fetched, Seen } from "./prober.ts";

/** The fields of a monitor that hold its expectations. */
export type Expecting = Pick<
  HealthCheckMonitor,
  | "url"
  | "expect"
  | "timeout_seconds"
  | "staleness_threshold_minutes"
  | "accepted_statuses"
  | "body_contains"
  | "body_lacks"
  | "body_json"
  | "slow_above_ms"
  | "watch_certificate"
  | "certificate_warning_days"
  | "certificate_failing_days"
  | "dns_answers"
  | "invert"
>;

/** The reading of one probe. `stepped`: as in `readHealth`. */
export function readProbe(
  monitor: Expecting,
  fetched: Fetched,
  now: Instant,
  stepped = 0,
): Reading {
  const plain = readingOf(monitor, fetched, now, stepped);
  const reading = monitor.invert ? inverted(monitor, plain, fetched, now) : plain;
  return { ...reading, answer: answerOf(fetched) };
}

/** The facts of an answer that the history keeps. */
export const answerOf = (fetched: Fetched): AnswerFacts => ({
  ms: fetched.kind === "failure" ? null : fetched.seen.timing.total,
  status_code: fetched.kind === "answer" ? fetched.http_status : null,
});

function readingOf(monitor: Expecting, fetched: Fetched, now: Instant, stepped: number): Reading {
  if (!isReport(monitor)) return observed(checksOf(monitor, fetched, now), now);
  if (fetched.kind !== "answer" && fetched.kind !== "failure")
    return { ok: false, reason: "The answer is not a health report" };
  const reading = readHealth(fetched, now, stepped);
  if (reading.ok) return besideReport(monitor, reading, fetched.seen, now);
  return { ...reading, reason: certificateAsked(fetched) ?? reading.reason };
}

/** Every sub-check is ours. */
function observed(checks: readonly OwnCheck[], now: Instant): Reading {
  return {
    ok: true,
    observed: true,
    finished_at: now,
    results: checks.map(({ result }) => result),
    remarks: [],
    measured: measuredOf(checks),
  };
}

/** The report, with response time and certificate where they are asked for; they are never left out for its size. */
function besideReport(
  monitor: Expecting,
  reading: Reading & { ok: true },
  seen: Seen,
  now: Instant,
): Reading {
  const checks = [
    ...oddity(seen),
    ...(watchesCertificate(monitor) ? [certificateCheck(seen.certificate, monitor, now)] : []),
    ...(monitor.slow_above_ms === null ? [] : [responseTime(monitor, seen)]),
  ];
  if (checks.length === 0) return reading;
  const own = checks.map(({ result }) => result);
  const { total, passing } = countChecks(reading);
  const healthy = own.filter(({ status }) => status === "ok").length;
  return {
    ...reading,
    results: [...reading.results, ...own],
    counts: { total: total + own.length, passing: passing + healthy },
    measured: measuredOf(checks),
  };
}

function measuredOf(checks: readonly OwnCheck[]): Measured {
  return Object.fromEntries(
    checks.flatMap(({ result, measured }) => (measured ? [[result.name, measured]] : [])),
  );
}

function checksOf(monitor: Expecting, fetched: Fetched, now: Instant): OwnCheck[] {
  const { seen } = fetched;
  switch (fetched.kind) {
    case "failure":
      return failureChecks(monitor, fetched, now);
    case "resolved":
      return [dnsCheck(monitor, fetched.type, fetched.answers), responseTime(monitor, seen)];
    case "connected":
      return [connected(seen), ...certificates(monitor, seen, now), responseTime(monitor, seen)];
    case "answer": {
      const isWell = isAccepted(acceptedBy(monitor), fetched.http_status);
      return [
        connected(seen),
        ...redirects(seen),
        ...certificates(monitor, seen, now),
        statusCheck(monitor, fetched, isWell),
        ...oddity(seen),
        ...(asksForBody(monitor) ? [bodyOf(monitor, fetched, isWell)] : []),
        responseTime(monitor, seen),
      ];
    }
  }
}

/** The statuses of a healthy answer. A handshake for WebSocket has one. */
const acceptedBy = ({ url, accepted_statuses }: Expecting) =>
  isSocket(schemeOf(url)) ? "101" : accepted_statuses;

/** The body of an error page is another one than the expected page. */
const bodyOf = (monitor: Expecting, answer: Fetched & { kind: "answer" }, isWell: boolean) =>
  isWell
    ? bodyCheck(monitor, answer.body, answer.cut === true)
    : ownCheck("body", "skipped", { short_summary: "Not read: the status is not accepted" });

function failureChecks(
  monitor: Expecting,
  failure: Fetched & { kind: "failure" },
  now: Instant,
): OwnCheck[] {
  const { during, seen } = failure;
  const failed = { notification_message: failureText(monitor, failure) };
  switch (during) {
    case "certificate":
      if (seen.certificate)
        return [connected(seen), certificateCheck(seen.certificate, monitor, now)];
      return [connected(seen), ownCheck("certificate", "failed", failed)];
    case "redirects":
      return [
        connected(seen),
        ownCheck("redirects", "failed", { ...failed, ...redirectMeta(seen) }),
      ];
    case "dns":
      return [ownCheck(schemeOf(monitor.url) === "dns" ? "dns" : "connection", "failed", failed)];
    case "connection":
    case "answer":
      return [ownCheck("connection", "failed", failed, connectionMeta(seen))];
  }
}

/** Why the probe failed, as a sentence. */
function failureText(
  { url, timeout_seconds }: Expecting,
  { late, during, reason, seen }: Fetched & { kind: "failure" },
): string {
  if (!late) return sentence(reason);
  if (seen.timing.first_byte !== null)
    return isSocket(schemeOf(url))
      ? `No message within ${timeout_seconds} s`
      : `The answer did not end within ${timeout_seconds} s`;
  return during === "connection"
    ? `No connection within ${timeout_seconds} s`
    : `No answer within ${timeout_seconds} s`;
}

const connected = (seen: Seen) => ownCheck("connection", "ok", {}, connectionMeta(seen));

/** Which address is reached and whether its connection was kept changes from check to check. */
const connectionMeta = ({ address, protocol, kept }: Seen) => ({
  ...(address === null ? {} : { short_summary: address }),
  meta: { address, protocol, kept },
});

const redirectMeta = ({ redirects }: Seen) => ({ meta: { to: redirects } });

function redirects(seen: Seen): OwnCheck[] {
  const last = seen.redirects.at(-1);
  return last === undefined
    ? []
    : [ownCheck("redirects", "ok", { short_summary: `to ${last}`, ...redirectMeta(seen) })];
}

function certificates(monitor: Expecting, seen: Seen, now: Instant): OwnCheck[] {
  return watchesCertificate(monitor) ? [certificateCheck(seen.certificate, monitor, now)] : [];
}

/** Names of the rules that an answer broke. */
const named = 3;

/** A warning about an answer that breaks the rules of HTTP, and was read all the same. */
function oddity({ odd = [] }: Seen): OwnCheck[] {
  if (odd.length === 0) return [];
  const more = odd.length > named ? `, and ${odd.length - named} more` : "";
  return [
    ownCheck("answer", "warning", {
      notification_message: `The answer breaks the rules of HTTP: ${odd.slice(0, named).join(", ")}${more}`,
    }),
  ];
}

function statusCheck(
  { url }: Expecting,
  answer: Fetched & { kind: "answer" },
  isWell: boolean,
): OwnCheck {
  const { http_status, seen } = answer;
  const { content_type, software } = seen;
  const instead = !isWell && isSocket(schemeOf(url)) ? " instead of a WebSocket handshake" : "";
  const text = `HTTP ${http_status}${instead}`;
  const meta = { http_status, content_type, ...(software !== undefined && { software }) };
  return isWell
    ? ownCheck("status", "ok", { short_summary: text, meta })
    : ownCheck("status", "failed", {
        notification_message: certificateAsked(answer) ?? text,
        meta,
      });
}

function responseTime({ slow_above_ms }: Pick<Expecting, "slow_above_ms">, { timing }: Seen) {
  const { dns, connect, tls, first_byte, total } = timing;
  const meta = {
    dns_ms: dns,
    connect_ms: connect,
    tls_ms: tls,
    first_byte_ms: first_byte,
    total_ms: total,
  };
  const took = durationOf(total);
  if (slow_above_ms === null || total <= slow_above_ms)
    return ownCheck("response_time", "ok", {}, { short_summary: took, meta });
  const slow = `Answered in ${took}, slow above ${durationOf(slow_above_ms)}`;
  return ownCheck("response_time", "warning", {}, { notification_message: slow, meta });
}

/** `230 ms`, `4.2 s`, `10 s`. */
const durationOf = (ms: number) =>
  ms < 1000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`;
