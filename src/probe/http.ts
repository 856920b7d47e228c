/**
 * Probes http:// and https://. Made from at most a mebibyte of the answer. A redirect to another origin carries none of the
 * monitor's own headers and no body. Reasons never hold a secret.
 *
 * An answer that breaks the rules of HTTP is read a second time as curl reads it, and a server that speaks HTTP/2 alone is
 * asked again in it (`second-try`).
 */
import { isAccepted } from "../core/health/accepted.ts";
import { asksForBody } from "../core/health/body-check.ts";
import type { Fetched, Probed, ProbeStep } from "../core/health/prober.ts";
import { plural } from "../core/text/plural.ts";
import type { AnswerHeaders } from "./answer-headers.ts";
import type { Connection } from "./connect.ts";
import { Cookies } from "./cookies.ts";
import type { Deadlines } from "./deadlines.ts";
import { stepOf } from "./failed.ts";
import type { Answered, Request, Trace } from "./exchange.ts";
import { decodeLeniently } from "./lenient/lenient-coding.ts";
import { pageText, reportText } from "./lenient/page-text.ts";
import { isUndecided, neverConnected, reasonOf } from "./reason.ts";
import { firstHeaders, plainHeaders } from "./request-headers.ts";
import { askTwice } from "./lenient/second-try.ts";
import { seenOf } from "./seen.ts";
import { guardsOf, type SharedWays } from "./ways-out.ts";

const maxBytes = 1024 * 1024;
const redirects = new Set([301, 302, 303, 307, 308]);

type Failure = Fetched & { kind: "failure" };

/** A request as it changes from redirect to redirect. */
type Hop = Pick<Request, "url" | "method" | "headers" | "body">;

/** Probes `monitor`, whose URL is `first`. */
export async function probeHttp(
  shared: SharedWays,
  deadlines: Deadlines,
  userAgent: string,
  monitor: Probed,
  first: URL,
): Promise<Fetched> {
  const began = performance.now();
  const endsAt = began + monitor.timeout_seconds * 1000;
  const page = monitor.expect === "http";
  const { redirects_allowed: allowed = 10 } = monitor;
  const headSuffices = page && !asksForBody(monitor);
  const { home, elsewhere } = guardsOf(shared.guard, monitor);
  const plain = plainHeaders(userAgent, page ? "*/*" : "application/json");
  let cookies: Cookies | null = null;
  let hop = firstHop(monitor, first, plain);
  const visited = new Set([keyOf(hop, cookies)]);
  const origins: string[] = [];
  /** Connections that were made for this probe: a redirect may come back to one. */
  const fresh = new Set<Connection | null>();

  for (;;) {
    const guard = hop.url.origin === first.origin ? home : elsewhere;
    const answered = await askTwice(shared, guard, deadlines, () => ({
      ...hop,
      headers: cookies ? withCookies(hop, cookies) : hop.headers,
      maxBytes,
      cut: page,
      headSuffices,
      timeout: endsAt - performance.now(),
    }));
    const { trace } = answered;
    if (!trace.kept) fresh.add(trace.connection);
    const { odd } = answered;
    const facts = { ...trace, kept: !fresh.has(trace.connection), origins, ...(odd && { odd }) };
    const failure = (during: ProbeStep, reason: string, more: Partial<Failure> = {}): Failure => ({
      kind: "failure",
      during,
      reason,
      ...more,
      seen: seenOf(began, facts),
    });
    const accepted = page ? (monitor.accepted_statuses ?? "200-299") : "";
    const location = allowed === 0 ? null : redirectOf(answered, accepted);
    if (location === null) {
      if (answered.kind === "answer") return read(answered, page, began, facts, failure);
      const prefix = hop.url.origin === first.origin ? "" : `after a redirect to ${hop.url.host}: `;
      return unanswered(answered, prefix, monitor.timeout_seconds, failure);
    }

    const next = nextHop(hop, location, answered, plain);
    if (typeof next === "string") return failure("redirects", next);
    if (answered.kind === "answer")
      (cookies ??= new Cookies()).take(hop.url, answered.headers.lines("set-cookie"));
    const key = keyOf(next, cookies);
    if (visited.has(key)) return failure("redirects", "redirect loop");
    if (visited.size > allowed)
      return failure("redirects", `more than ${plural(allowed, "redirect")}`);
    visited.add(key);
    origins.push(next.url.origin);
    hop = next;
  }
}

/** The headers of a request, with the cookies of the redirects before it. */
function withCookies({ url, headers }: Hop, cookies: Cookies): Record<string, string> {
  const cookie = cookies.header(url, headers.cookie);
  return cookie === null ? headers : { ...headers, cookie };
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

/** A POST that is answered with a redirect to the same URL, to be read with GET, is not a loop; nor is a cookie and the same URL. */
function keyOf({ method, url }: Hop, cookies: Cookies | null): string {
  return `${method} ${url.href} ${cookies?.header(url, undefined) ?? ""}`;
}

/** Where a redirect leads; null: it is none, or `accepted` names its status. */
function redirectOf(answered: Answered, accepted: string): string | null {
  if (answered.kind !== "answer" || !redirects.has(answered.status)) return null;
  if (isAccepted(accepted, answered.status)) return null;
  return answered.headers.first("location") || null;
}

/** The request that a redirect asks for; or why it is not made. */
function nextHop(
  hop: Hop,
  location: string,
  answered: Answered,
  plain: Record<string, string>,
): Hop | string {
  const url = URL.parse(escapedBytes(location), hop.url.href);
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:"))
    return "redirect to an address that is not http(s)";
  const status = answered.kind === "answer" ? answered.status : 0;
  const repeated = status === 307 || status === 308 || hop.method !== "POST";
  const next: Hop = repeated ? { ...hop, url } : { ...hop, url, method: "GET", body: null };
  if (url.origin === hop.url.origin) return next;
  if (next.body !== null) return "redirect to another origin, where the request body is not sent";
  return { ...next, headers: plain };
}

/** A header as text has a character per byte: those of other scripts are sent as they came. */
const escapedBytes = (text: string) =>
  text.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`);

/** The codings of a body, those of its transfer last. */
function codingsOf(headers: AnswerHeaders): string[] {
  const codings = headers.list("content-encoding");
  const transfer = headers.first("transfer-encoding");
  if (transfer === null || transfer === "chunked") return codings;
  const others = headers.list("transfer-encoding").filter((one) => !/^chunked$/i.test(one));
  return [...codings, ...others];
}

async function read(
  answered: Answered & { kind: "answer" },
  page: boolean,
  began: number,
  facts: Parameters<typeof seenOf>[1],
  failure: (during: ProbeStep, reason: string, more?: Partial<Failure>) => Failure,
): Promise<Fetched> {
  const { status, headers } = answered;
  const { body, cut = false } = answered;
  const codings = codingsOf(headers);
  const decoded =
    codings.length === 0
      ? ({ ok: true, body, cut, odd: [] } as const)
      : await decodeLeniently(body, codings, maxBytes, cut);
  if (!decoded.ok)
    return decoded.why === "unknown"
      ? failure("answer", "answer in an unknown content encoding", { undecided: true })
      : failure("answer", `answer is not valid ${decoded.coding}`);
  if (decoded.cut && !page) return failure("answer", "answer over 1 MiB", { undecided: true });
  const type = headers.first("content-type") ?? "";
  const odd = decoded.odd.length === 0 ? facts.odd : [...(facts.odd ?? []), ...decoded.odd];
  const software = [...headers.lines("x-powered-by"), ...headers.lines("server")].join(" ");
  return {
    kind: "answer",
    http_status: status,
    body: page ? pageText(decoded.body, type) : reportText(decoded.body),
    ...(decoded.cut && { cut: true }),
    seen: seenOf(began, { ...facts, ...(odd && { odd }), contentType: type, software }),
  };
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
