/**
 * Fetches health endpoints. Whatever the target does, the outcome is a value within `timeout_seconds`,
 * made from at most a mebibyte, and the guard checks every address. Redirects are followed three times; a
 * redirect to another origin carries none of the monitor's own headers. Reasons never hold a secret.
 */
import type { Fetched, Prober, Seen } from "../core/health/prober.ts";
import type { AddressProfile, AddressRule } from "../core/access/address.ts";
import { createDeadlines } from "./deadlines.ts";
import { decode } from "./decode.ts";
import { exchange, type Answered } from "./exchange.ts";
import { createGuardedAgent } from "./guarded-agent.ts";
import { createLookup, type Lookup } from "./lookup.ts";
import { brokeEarly, neverConnected, reasonOf } from "./reason.ts";
import { firstHeaders, plainHeaders } from "./request-headers.ts";

export interface ProberOptions {
  profile: () => AddressProfile;
  exceptions: readonly AddressRule[];
  /** `monitord/<version>`. */
  userAgent: string;
  lookup?: Lookup;
  /** Certificate authorities in place of the system's, PEM. */
  ca?: string;
}

const maxBytes = 1024 * 1024;
const maxRedirects = 3;
const redirects = new Set([301, 302, 303, 307, 308]);
/** Longer than most targets' whole timeout: it only ends abandoned connections. */
const connectTimeout = 20_000;

const seen: Seen = {
  address: null,
  kept: false,
  timing: { dns: null, connect: null, tls: null, first_byte: null, total: 0 },
  protocol: null,
  certificate: null,
  redirects: [],
  content_type: null,
};
const failure = (reason: string): Fetched => ({ kind: "failure", during: "answer", reason, seen });
const unheard = (reason: string): Fetched => ({
  kind: "failure",
  during: "connection",
  reason,
  unreachable: true,
  seen,
});

export function createProber(options: ProberOptions): Prober {
  const deadlines = createDeadlines();
  const agent = createGuardedAgent({
    ...options,
    lookup: options.lookup ?? createLookup(),
    connectTimeout,
  });

  async function get(url: URL, headers: Record<string, string>, endsAt: number): Promise<Answered> {
    const once = () =>
      exchange(agent, deadlines, {
        url,
        method: "GET",
        headers,
        body: null,
        maxBytes,
        timeout: endsAt - performance.now(),
      });
    const answered = await once();
    // The server may have closed a kept connection at the moment it was used, which is no failure of the
    // target.
    const stale =
      answered.kind === "error" && answered.sent && !answered.headed && brokeEarly(answered.error);
    return stale ? once() : answered;
  }

  return {
    async fetch({ url: text, request_headers, timeout_seconds }) {
      const endsAt = performance.now() + timeout_seconds * 1000;
      let url = readUrl(text);
      if (!url) return failure("the URL is not an absolute http(s) address");
      let headers = firstHeaders(options.userAgent, request_headers, url);
      const visited = new Set([url.href]);
      for (;;) {
        const answered = await get(url, headers, endsAt);
        const target = redirectOf(answered);
        if (target === null) return fetchedFrom(answered, timeout_seconds, url, text);

        const next = readUrl(target, url);
        if (!next) return failure("redirect to an address that is not http(s)");
        if (visited.has(next.href)) return failure("redirect loop");
        if (visited.size > maxRedirects) return failure(`more than ${maxRedirects} redirects`);
        visited.add(next.href);
        if (next.origin !== url.origin) headers = plainHeaders(options.userAgent);
        url = next;
      }
    },
    async close() {
      deadlines.close();
      await agent.close();
    },
  };
}

function readUrl(text: string, base?: URL): URL | null {
  const url = URL.parse(text, base?.href);
  return url && (url.protocol === "http:" || url.protocol === "https:") ? url : null;
}

function redirectOf(answered: Answered): string | null {
  if (answered.kind !== "answer" || !redirects.has(answered.status)) return null;
  return answered.headers.location ?? null;
}

function fetchedFrom(answered: Answered, timeoutSeconds: number, url: URL, asked: string): Fetched {
  if (answered.kind === "answer") {
    const { status, headers } = answered;
    const encoding = headers["content-encoding"];
    if (encoding === undefined || encoding === "") return answer(status, answered.body);
    const decoded = decode(answered.body, encoding, maxBytes);
    if (decoded.ok) return answer(status, decoded.body);
    if (decoded.why === "too-large") return failure("answer over 1 MiB");
    return failure(
      decoded.why === "unknown"
        ? "answer in an unknown content encoding"
        : `answer is not valid ${decoded.coding}`,
    );
  }
  const redirected =
    url.origin === new URL(asked).origin ? "" : `after a redirect to ${url.host}: `;
  switch (answered.kind) {
    case "late":
      return unheard(`${redirected}timed out after ${timeoutSeconds} s while ${answered.during}`);
    case "too-large":
      return failure(`${redirected}answer over 1 MiB`);
    case "error":
      return (neverConnected(answered.error) ? unheard : failure)(
        redirected + reasonOf(answered.error),
      );
  }
}

function answer(http_status: number, body: Buffer): Fetched {
  return { kind: "answer", http_status, body: body.toString("utf8"), seen };
}
