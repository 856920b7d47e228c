/**
 * Configures ky for all requests of the client. Loaded with the first request, because most output of a command
 * that needs no server is printed without it.
 */
import type { KyInstance } from "ky";
import { reasonOf, Unreachable } from "./errors.ts";
import { exchange, fetchOver, type Exchange } from "./exchange.ts";

export interface HttpOptions {
  /** null: for requests without a key. */
  apiKey: string | null;
  userAgent?: string;
  /** In place of the network. */
  exchange?: Exchange;
  /** Timeout of a whole request, ms. */
  timeout?: number;
  /** How often a read is tried again; default 2. */
  retries?: number;
  /** Ends every request that is under way. */
  signal?: AbortSignal;
}

const usualTimeout = 30_000;
/** Longer is not waited before a read is tried again, ms. */
const longestPause = 5000;

/** For requests to paths below `prefix`. */
export async function kyFor(prefix: string, options: HttpOptions): Promise<KyInstance> {
  const { apiKey, userAgent, timeout = usualTimeout, retries = 2 } = options;
  const { default: ky, isHTTPError } = await import("ky");
  return ky.create({
    prefix,
    headers: {
      accept: "application/json",
      ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
      ...(userAgent ? { "user-agent": userAgent } : {}),
    },
    redirect: "manual",
    timeout,
    totalTimeout: timeout,
    ...(options.signal ? { signal: options.signal } : {}),
    retry: {
      limit: retries,
      methods: ["get"],
      statusCodes: [429, 502, 503, 504],
      // A server that wants to be left alone for longer has said no.
      shouldRetry: ({ error }) =>
        isHTTPError(error) && askedPause(error.response) > longestPause ? false : undefined,
    },
    fetch: fetchOver(options.exchange ?? exchange),
  });
}

/** The delay of `Retry-After`, ms; 0: none. */
export function askedPause({ headers }: Response): number {
  const seconds = Number(headers.get("retry-after") ?? 0);
  return Number.isFinite(seconds) ? seconds * 1000 : 0;
}

/** An error of ky without an answer, as one of the errors of `errors.ts`; `change`: the change that was asked for. */
export async function unanswered(
  error: unknown,
  site: string,
  timeout: number = usualTimeout,
  change: string | null = null,
): Promise<Unreachable> {
  const { isTimeoutError } = await import("ky");
  const reason = isTimeoutError(error) ? `no answer within ${timeout / 1000} s` : reasonOf(error);
  return new Unreachable(site, reason, error, change);
}
