/**
 * Probes http:// and https://. Made from at most a mebibyte of the answer. Redirects are followed three times; a
 * redirect to another origin carries none of the monitor's own headers and no body. Reasons never hold a secret.
 */
import { isAccepted } from "../core/health/accepted.ts";
import type { Fetched, Probed, ProbeStep } from "../core/health/prober.ts";
import type { Connection } from "./connect.ts";
import type { Deadlines } from "./deadlines.ts";
import { decode } from "./decode.ts";
import { stepOf } from "./failed.ts";
import { brokeUnanswered, exchange, type Answered, type Request, type Trace } from "./exchange.ts";
import type { GuardedAgent } from "./guarded-agent.ts";
import { isUndecided, neverConnected, reasonOf } from "./reason.ts";
import { firstHeaders, plainHeaders } from "./request-headers.ts";
import { seenOf } from "./seen.ts";

const maxBytes = 1024 * 1024;
const maxRedirects = 3;
const redirects = new Set([301, 302, 303, 307, 308]);

type Failure = Fetched & { kind: "failure" };

/** A request as it changes from redirect to redirect. */
type Hop = Pick<Request, "url" | "method" | "headers" | "body">;

/** Probes `monitor`, whose URL is `first`. */
export async function probeHttp(
  agent: GuardedAgent,
  deadlines: Deadlines,
  userAgent: string,
  monitor: Probed,
  first: URL,
): Promise<Fetched> {
  const began = performance.now();
  const endsAt = began + monitor.timeout_seconds * 1000;
  const page = monitor.expect === "http";
  const plain = plainHeaders(userAgent, page ? "*/*" : "application/json");
  let hop = firstHop(monitor, first, plain);
  const visited = new Set([keyOf(hop)]);
  const origins: string[] = [];
  /** Connections that were made for this probe: a redirect may come back to one. */
  const fresh = new Set<Connection | null>();

  async function ask(): Promise<Answered & { trace: Trace }> {
    const once = () =>
      exchange(agent, deadlines, {
        ...hop,
        maxBytes,
        cut: page,
        timeout: endsAt - performance.now(),
      });
    const answered = await once();
    // The server may have closed a kept connection at the moment it was used, which is not a failure of the
    // target.
    const stale = brokeUnanswered(answered) && (answered.trace.kept || hop.method !== "POST");
    return stale ? once() : answered;
  }

  for (;;) {
    const answered = await ask();
    const { trace } = answered;
    if (!trace.kept) fresh.add(trace.connection);
    const facts = { ...trace, kept: !fresh.has(trace.connection), origins };
    const failure = (during: ProbeStep, reason: string, more: Partial<Failure> = {}): Failure => ({
      kind: "failure",
      during,
      reason,
      ...more,
      seen: seenOf(began, facts),
    });
    const location = redirectOf(answered, page ? (monitor.accepted_statuses ?? "200-299") : "");
    if (location === null) {
      if (answered.kind === "answer") return read(answered, page, began, facts, failure);
      const prefix = hop.url.origin === first.origin ? "" : `after a redirect to ${hop.url.host}: `;
      return unanswered(answered, prefix, monitor.timeout_seconds, failure);
    }

    const next = nextHop(hop, location, answered, plain);
    if (typeof next === "string") return failure("redirects", next);
    if (visited.has(keyOf(next))) return failure("redirects", "redirect loop");
    if (visited.size > maxRedirects)
      return failure("redirects", `more than ${maxRedirects} redirects`);
    visited.add(keyOf(next));
    origins.push(next.url.origin);
    hop = next;
  }
}

function firstHop(monitor: Probed, url: URL, plain: Record<string, string>): Hop {
  const body = monitor.request_body ?? null;
  const headers = firstHeaders(plain, monitor.request_headers, url);
  if (body !== null) headers["content-type"] ??= typeOf(body);
  return { url, method: monitor.method ?? "GET", headers, body };
}

/** The media type of a request body whose monitor names none. */
function typeOf(body: string): string {
  return /^\s*[[{]/.test(body) ? "application/json" : "text/plain; charset=utf-8";
}

/** A POST that is answered with a redirect to the same URL, to be read with GET, is not a loop. */
function keyOf({ method, url }: Hop): string {
  return `${method} ${url.href}`;
}

/** Where a redirect leads; null: it is none, or `accepted` names its status. */
function redirectOf(answered: Answered, accepted: string): string | null {
  if (answered.kind !== "answer" || !redirects.has(answered.status)) return null;
  if (isAccepted(accepted, answered.status)) return null;
  return answered.headers.first("location");
}

/** The request that a redirect asks for; or why it is not made. */
function nextHop(
  hop: Hop,
  location: string,
  answered: Answered,
  plain: Record<string, string>,
): Hop | string {
  const url = URL.parse(location, hop.url.href);
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:"))
    return "redirect to an address that is not http(s)";
  const status = answered.kind === "answer" ? answered.status : 0;
  const repeated = status === 307 || status === 308 || hop.method !== "POST";
  const next: Hop = repeated ? { ...hop, url } : { ...hop, url, method: "GET", body: null };
  if (url.origin === hop.url.origin) return next;
  if (next.body !== null) return "redirect to another origin, where the request body is not sent";
  return { ...next, headers: plain };
}

async function read(
  answered: Answered & { kind: "answer" },
  page: boolean,
  began: number,
  facts: Parameters<typeof seenOf>[1],
  failure: (during: ProbeStep, reason: string, more?: Partial<Failure>) => Failure,
): Promise<Fetched> {
  const { status, headers } = answered;
  const decoded = await decode(
    answered.body,
    headers.list("content-encoding"),
    maxBytes,
    answered.cut === true,
  );
  if (!decoded.ok)
    return decoded.why === "unknown"
      ? failure("answer", "answer in an unknown content encoding", { undecided: true })
      : failure("answer", `answer is not valid ${decoded.coding}`);
  if (decoded.cut && !page) return failure("answer", "answer over 1 MiB", { undecided: true });
  const type = headers.first("content-type") ?? "";
  const software = [...headers.lines("x-powered-by"), ...headers.lines("server")].join(" ");
  return {
    kind: "answer",
    http_status: status,
    body: page ? pageText(decoded.body, type) : decoded.body.toString("utf8"),
    ...(decoded.cut && { cut: true }),
    seen: seenOf(began, { ...facts, contentType: type, software }),
  };
}

/** The text of a page in the character set that its header names; UTF-8 without one. */
function pageText(body: Buffer, contentType: string): string {
  const charset = /;\s*charset="?([\w:.-]+)/i.exec(contentType)?.[1] ?? "utf-8";
  if (/^utf-?8$/i.test(charset)) return body.toString("utf8");
  try {
    return new TextDecoder(charset).decode(body);
  } catch {
    return body.toString("utf8");
  }
}

/** The failure of an exchange without an answer. */
export function unanswered(
  answered: Exclude<Answered, { kind: "answer" }> & { trace: Trace },
  prefix: string,
  seconds: number,
  failure: (during: ProbeStep, reason: string, more?: Partial<Failure>) => Failure,
): Failure {
  const connecting = answered.trace.connection?.step ?? "connection";
  switch (answered.kind) {
    case "late":
      return failure(
        answered.sent ? "answer" : connecting,
        `${prefix}timed out after ${seconds} s while ${answered.during}`,
        {
          unreachable: true,
          late: true,
          ...(!answered.sent && connecting === "dns" && { undecided: true }),
        },
      );
    case "too-large":
      return failure("answer", `${prefix}answer over 1 MiB`, { undecided: true });
    case "error": {
      const { error, sent, trace } = answered;
      // A request that cannot be written has no connection.
      const step = sent || !trace.connection ? "answer" : stepOf(error, "connection");
      return failure(step, prefix + reasonOf(error), {
        ...(neverConnected(error) && { unreachable: true }),
        ...(isUndecided(error) && { undecided: true }),
      });
    }
  }
}
