/** Judges the answers of a DNS query. Pure. */
import type { HealthCheckMonitor } from "../model/model.ts";
import { readEndpoint, type Endpoint, type RecordType } from "./endpoint.ts";
import { ownCheck, quoted, type OwnCheck } from "./own-check.ts";

/** Answers that a summary names. */
const named = 3;

/** Answers that are kept of a query: a resolver may send thousands, all of which are compared. */
const kept = 100;

/** The sub-check of the answers of type `type`, none or more. */
export function dnsCheck(
  { url, dns_answers }: Pick<HealthCheckMonitor, "url" | "dns_answers">,
  type: RecordType,
  answers: readonly string[],
): OwnCheck {
  // Resolvers rotate answers, so they count as measured.
  const measured = { meta: { type, answers: answers.slice(0, kept) } };
  if (answers.length === 0)
    return ownCheck(
      "dns",
      "failed",
      { notification_message: `No ${type} record for ${queriedName(url)}` },
      measured,
    );
  const plain = new Set(answers.flatMap((answer) => formsOf(plainAnswer(answer, type), type)));
  const missing = dns_answers.filter((answer) => !plain.has(plainAnswer(answer, type)));
  if (missing.length > 0)
    return ownCheck(
      "dns",
      "failed",
      { notification_message: `The answers lack ${missing.map(quoted).join(", ")}` },
      measured,
    );
  const more = answers.length > named ? ` and ${answers.length - named} more` : "";
  const short_summary = answers.slice(0, named).join(", ") + more;
  return ownCheck("dns", "ok", {}, { ...measured, short_summary });
}

/** The name in the URL of a query: answers come of no other URL. */
const queriedName = (url: string) => (readEndpoint(url) as Endpoint & { scheme: "dns" }).name;

/** A mail server can be named without its preference. */
const formsOf = (answer: string, type: RecordType): string[] =>
  type === "MX" ? [answer, answer.replace(/^\d+ /, "")] : [answer];

/** A text as programs and zone files write it, in one or several pairs of quotes. */
const inQuotes = /^\s*"(?:[^"\\]|\\.)*"(?:\s+"(?:[^"\\]|\\.)*")*\s*$/;

/**
 * Upper case, spaces, quotes, a dot at the end and the notation of an IPv6 address make no difference; in a TXT record all but the
 * quotes around it does.
 */
function plainAnswer(text: string, type: RecordType): string {
  if (type === "TXT")
    return inQuotes.test(text)
      ? text.trim().slice(1, -1).replaceAll(/"\s+"/g, "").replaceAll(/\\(.)/g, "$1")
      : text;
  const plain = text
    .trim()
    .toLowerCase()
    .replaceAll('"', "")
    .replaceAll(/\s+/g, " ")
    .replace(/\.$/, "");
  return (type === "AAAA" && URL.parse(`http://[${plain}]/`)?.hostname) || plain;
}
