/**
 * Requests to a provider, as `fetch` of the library: behind the address guard, never following a redirect, bounded in
 * time and size. Addresses of a private network are allowed for the host that the operator named as the issuer, also
 * where several organizations share the service: other hosts are named by the provider.
 */
import type { CustomFetch } from "openid-client";
import { createDeadlines } from "../probe/deadlines.ts";
import { exchange, type Answered } from "../probe/exchange.ts";
import { createGuardedAgent } from "../probe/guarded-agent.ts";
import { createLookup } from "../probe/lookup.ts";
import type { Guard } from "../probe/connect.ts";
import { reasonOf } from "../probe/reason.ts";
import type { Issuer } from "../core/access/issuer.ts";

export interface WayOutOptions extends Omit<Guard, "lookup"> {
  /** `monitord/<version>`. */
  userAgent: string;
  lookup?: Guard["lookup"];
  /** One request, ms: a sign-in has up to four, and its own deadline. Absent: 5 s. */
  timeout?: number;
}

const maxBytes = 1024 * 1024;

/** The provider did not answer, or not as HTTP. */
export class Unanswered extends Error {
  override name = "Unanswered";
}

export interface WayOut {
  fetch: CustomFetch;
  close(): Promise<void>;
}

export function openWayOut(
  { issuer, ca }: Pick<Issuer, "issuer" | "ca">,
  options: WayOutOptions,
): WayOut {
  const deadlines = createDeadlines();
  const { timeout = 5_000 } = options;
  const guard: Guard = {
    ...options,
    lookup: options.lookup ?? createLookup(),
    ca: ca ?? undefined,
  };
  const agents = {
    own: createGuardedAgent({ ...guard, profile: () => "single", connectTimeout: timeout }),
    other: createGuardedAgent({ ...guard, connectTimeout: timeout }),
  };
  const home = new URL(issuer).host;
  return {
    async fetch(address, { method, headers, body }) {
      const url = new URL(address);
      const answered = await exchange(url.host === home ? agents.own : agents.other, deadlines, {
        url,
        method: method === "POST" ? "POST" : "GET",
        headers: {
          ...headers,
          "accept-encoding": "identity",
          "user-agent": options.userAgent,
        },
        body: body == null ? null : bodyText(body),
        maxBytes,
        timeout,
      });
      return responseOf(url, answered);
    },
    async close() {
      deadlines.close();
      await Promise.all([agents.own.close(), agents.other.close()]);
    },
  };
}

/** The library sends forms and no other bodies. */
const bodyText = (body: unknown): string =>
  body instanceof URLSearchParams ? body.toString() : String(body);

function responseOf({ origin, pathname }: URL, answered: Answered): Response {
  const from = `${origin}${pathname}`;
  if (answered.kind === "late") throw new Unanswered(`${from} timed out while ${answered.during}`);
  if (answered.kind === "too-large") throw new Unanswered(`${from} answered more than 1 MiB`);
  if (answered.kind === "error") throw new Unanswered(`${from}: ${reasonOf(answered.error)}`);
  const { status, headers, body } = answered;
  if (status >= 300 && status < 400)
    throw new Unanswered(`${from} answered with a redirect (${status}), which is not followed`);
  // The names that the library reads.
  const kept = ["content-type", "www-authenticate"].flatMap((name): [string, string][] => {
    const value = headers.first(name);
    return value === null ? [] : [[name, value]];
  });
  const bodyless = status < 200 || status === 204 || status === 205;
  return new Response(bodyless ? null : new Uint8Array(body), {
    status: Math.max(status, 200),
    headers: kept,
  });
}
