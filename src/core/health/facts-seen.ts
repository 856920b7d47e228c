/** The facts in the sub-checks that the service makes itself, as lines for people. Pure. */
import type { Instant } from "../model/model.ts";
import { plural } from "../text/plural.ts";
import { ownPrefix, type OwnName } from "./own-check.ts";

/** One fact: `Address`, `203.0.113.7:443`. */
export interface FactSeen {
  label: string;
  text: string;
}

/** A sub-check as far as it has facts. */
interface Result {
  name: string;
  /** Applications put any JSON there. */
  meta: unknown;
}

type Meta = Readonly<Record<string, unknown>>;

/** Address reached, protocol, certificate, timing by phase, redirects and DNS answers, as far as they were seen. */
export function factsSeen(results: readonly Result[], now: Instant): FactSeen[] {
  const metaOf = (name: OwnName) =>
    (results.find((result) => result.name === ownPrefix + name)?.meta ?? {}) as Meta;
  const connection = metaOf("connection");
  const { content_type } = metaOf("status");
  const { to } = metaOf("redirects");
  const dns = metaOf("dns");
  const facts: [label: string, text: string | null][] = [
    ["Address", address(connection)],
    ["Protocol", textOrNull(connection["protocol"])],
    ["Redirected to", listOf(to)],
    ["Content type", textOrNull(content_type)],
    ...certificate(metaOf("certificate"), now),
    [`${textOrNull(dns["type"]) ?? "DNS"} records`, listOf(dns["answers"])],
    ["Timing", timing(metaOf("response_time"))],
  ];
  return facts.flatMap(([label, text]) => (text === null ? [] : [{ label, text }]));
}

function address({ address, kept }: Meta): string | null {
  const text = textOrNull(address);
  return text === null || kept !== true ? text : `${text} (kept connection)`;
}

function certificate(meta: Meta, now: Instant): [string, string | null][] {
  const { subject, issuer, names, valid_to, chain } = meta;
  const sent = Array.isArray(chain) ? (chain as Meta[]).map((one) => one["subject"]) : [];
  return [
    ["Certificate of", textOrNull(subject)],
    ["Names", listOf(names)],
    ["Issued by", textOrNull(issuer)],
    ["Sent with it", sent.length === 0 ? null : sent.join(" → ")],
    ["Certificate ends", ends(valid_to, now)],
  ];
}

function ends(instant: unknown, now: Instant): string | null {
  const at = Date.parse(String(instant));
  if (Number.isNaN(at)) return null;
  const days = Math.floor(Math.abs(at - now) / 86_400_000);
  const distance = at > now ? `in ${plural(days, "day")}` : `${plural(days, "day")} ago`;
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC (${distance})`;
}

const phases = [
  ["dns_ms", "DNS"],
  ["connect_ms", "connect"],
  ["tls_ms", "TLS"],
  ["first_byte_ms", "first byte"],
  ["total_ms", "in all"],
] as const;

function timing(meta: Meta): string | null {
  const parts = phases.flatMap(([name, label]) =>
    typeof meta[name] === "number" ? [`${label} ${meta[name]} ms`] : [],
  );
  return parts.length === 0 ? null : parts.join(", ");
}

const textOrNull = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);

const listOf = (value: unknown) =>
  Array.isArray(value) && value.length > 0 ? value.join(", ") : null;
