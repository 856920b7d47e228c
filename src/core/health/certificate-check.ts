/**
 * Judges the certificate of a server: how long it is still valid, in days by UTC. And recognizes a server that answers only to
 * client certificates, by the words of nginx: others end the handshake. Pure.
 */
import type { HealthCheckMonitor, Instant } from "../model/model.ts";
import { defaultsOf } from "../../resource/field.ts";
import { healthCheckMonitor } from "../../resource/health-check-monitor.ts";
import { plural } from "../text/plural.ts";
import { ownCheck, sentence, type OwnCheck } from "./own-check.ts";
import type { Certificate, ChainLink, Fetched } from "./prober.ts";
import { hour, day } from "../text/units.ts";

/** The days before its end at which a certificate warns and fails. */
export type CertificateDays = Pick<
  HealthCheckMonitor,
  "certificate_warning_days" | "certificate_failing_days"
>;

/** The sub-check of a certificate; null: none was seen, because the answer came over plain HTTP. */
export function certificateCheck(
  certificate: Certificate | null,
  days: CertificateDays,
  now: Instant,
): OwnCheck {
  if (certificate === null)
    return ownCheck("certificate", "warning", {
      notification_message: "No certificate: the answer came over plain HTTP",
    });
  const { subject, issuer, names, valid_from, valid_to, fault, chain } = certificate;
  const left = valid_to - now;
  const meta = {
    subject,
    issuer,
    names,
    valid_from: new Date(valid_from).toISOString(),
    valid_to: new Date(valid_to).toISOString(),
    days_left: Math.floor(left / day),
    ...(chain && {
      chain: chain.map((link) => ({
        subject: link.subject,
        issuer: link.issuer,
        valid_from: new Date(link.valid_from).toISOString(),
        valid_to: new Date(link.valid_to).toISOString(),
      })),
    }),
  };
  const isNear = (limit: keyof CertificateDays) =>
    left <= daysOf(limit, days, (valid_to - valid_from) / day) * day;
  const wrong =
    faultOf(certificate, now) ?? (fault === null ? null : chainFault(certificate, fault, now));
  const end = `ends in ${spanOf(left)} (${dateOf(valid_to, now)})`;
  const endSentence = `Certificate ${end}`;
  if (wrong !== null || isNear("certificate_failing_days"))
    return ownCheck("certificate", "failed", { notification_message: wrong ?? endSentence, meta });
  if (isNear("certificate_warning_days"))
    return ownCheck("certificate", "warning", { notification_message: endSentence, meta });
  if (names.length === 0)
    return ownCheck("certificate", "warning", { notification_message: nameless, meta });
  return ownCheck("certificate", "ok", { short_summary: end, meta });
}

const standard = defaultsOf(healthCheckMonitor.fields) as unknown as CertificateDays;

/** The part of its lifetime after which a certificate is late, where the defaults are longer: some live for six days. */
const parts = { certificate_warning_days: 3, certificate_failing_days: 10 };

/** The days before its end at which a certificate that lives for `lifetime` days is near it. Those that were chosen stand. */
const daysOf = (limit: keyof CertificateDays, days: CertificateDays, lifetime: number): number =>
  days[limit] === standard[limit] ? Math.min(days[limit], lifetime / parts[limit]) : days[limit];

/** The days before its end at which a certificate warns and fails that lives for `lifetime` days. */
export const certificateLimits = (
  days: CertificateDays,
  lifetime: number,
): { warning: number; failing: number } => ({
  warning: daysOf("certificate_warning_days", days, lifetime),
  failing: daysOf("certificate_failing_days", days, lifetime),
});

const nameless =
  "Certificate has its name only as common name (CN), which browsers refuse: it needs a subject alternative name";

/** The fault in the dates, which is more exact than that of the connection; null: none. */
function faultOf({ valid_from, valid_to }: Certificate, now: Instant): string | null {
  if (valid_to <= now)
    return `Certificate ended ${spanOf(now - valid_to)} ago (${dateOf(valid_to, now)})`;
  return valid_from > now ? `Certificate is not valid before ${dateOf(valid_from, now)}` : null;
}

/** Faults of the connection that a certificate of the chain can be the reason of. */
export const chainFaults = {
  ended: "certificate has expired",
  early: "certificate is not valid yet",
  incomplete: "certificate chain is incomplete",
} as const;

/** Why the certificate is not trusted, with the certificate of its chain at fault where one is known. */
function chainFault(certificate: Certificate, fault: string, now: Instant): string {
  const { path, unsent } = chainOf(certificate, certificate.chain ?? []);
  const ended = path.find(({ valid_to }) => valid_to <= now);
  if (fault === chainFaults.ended && ended)
    return `Certificate chain: ${ended.subject} ended ${spanOf(now - ended.valid_to)} ago (${dateOf(ended.valid_to, now)})`;
  const early = path.find(({ valid_from }) => valid_from > now);
  if (fault === chainFaults.early && early)
    return `Certificate chain: ${early.subject} is not valid before ${dateOf(early.valid_from, now)}`;
  return fault === chainFaults.incomplete && unsent !== null
    ? `${sentence(fault)}: ${unsent} is neither sent nor trusted`
    : sentence(fault);
}

type Named = Pick<ChainLink, "subject" | "issuer">;

/**
 * The way from a certificate to its authority through those that the server sent, by names: signatures were verified in the
 * handshake. `path`: from the issuer of `own` upward. `unsent`: the issuer of the last one, which the server did not send; null:
 * it was sent.
 */
export function chainOf<Link extends Named>(
  own: Named,
  sent: readonly Link[],
): { path: Link[]; unsent: string | null } {
  const path: Link[] = [];
  for (let last = own; last.issuer !== last.subject;) {
    const next = sent.find(({ subject }) => subject === last.issuer);
    // Two authorities can have signed each other.
    if (!next || path.includes(next)) return { path, unsent: last.issuer };
    path.push(next);
    last = next;
  }
  return { path, unsent: null };
}

/** Whole days, and hours below two of them: minutes would change the sentence with each check. */
function spanOf(ms: number): string {
  if (ms >= 2 * day) return plural(Math.floor(ms / day), "day");
  return ms < hour ? "less than 1 h" : `${Math.floor(ms / hour)} h`;
}

const months =
  "January February March April May June July August September October November December".split(
    " ",
  );

/** `28 November`, by UTC; with its year when that is another one. */
function dateOf(at: Instant, now: Instant): string {
  const date = new Date(at);
  const year = date.getUTCFullYear();
  const text = `${date.getUTCDate()} ${months[date.getUTCMonth()]}`;
  return year === new Date(now).getUTCFullYear() ? text : `${text} ${year}`;
}

/** The words of a server about the client certificate; null: none. */
export function certificateAsked(fetched: Fetched): string | null {
  if (fetched.kind !== "answer" || fetched.http_status !== 400) return null;
  if (fetched.body.includes("400 No required SSL certificate was sent"))
    return "HTTP 400: the server wants a client certificate";
  return fetched.body.includes("400 The SSL certificate error")
    ? "HTTP 400: the server refuses the client certificate"
    : null;
}
