/**
 * One request to the service: JSON in, JSON out, or one of the errors of `errors.ts`.
 *
 * A request that changes something is sent once. A read is tried again when the connection broke or the
 * service said that it is busy. Never follows a redirect: a key goes where it was meant to go, or nowhere.
 */
import type { Problem } from "../api/problem.ts";
import { ApiProblem, reasonOf, Unreachable, UnsafeUrl } from "./errors.ts";
import { exchange, type Answer, type Exchange } from "./exchange.ts";
import { mayCarryKey } from "./trust.ts";

export interface ClientOptions {
  /** The root of the service (its site_url), with or without a slash at its end. */
  url: string;
  /** null: for what needs none. */
  apiKey: string | null;
  userAgent?: string;
  /** In place of the network. */
  exchange?: Exchange;
  /** Of a whole request, ms. */
  timeout?: number;
  /** How often a read is tried again; default 2. */
  retries?: number;
  /** Ends every request that is under way. */
  signal?: AbortSignal;
  /** Send the key over plain http to a public host all the same. */
  insecure?: boolean;
}

export type Query = Readonly<
  Record<string, string | number | boolean | undefined>
>;

export type Method = "get" | "post" | "put" | "delete";

export type Send = <T>(
  method: Method,
  path: string,
  more?: { body?: unknown; query?: Query | undefined },
) => Promise<T>;

/** Answers that may be another one a moment later. */
const passing = new Set([429, 502, 503, 504]);
/** The first pause before a read is tried again; each further one is twice as long, ms. */
const firstPause = 300;
/** Longer is not waited, whatever `Retry-After` says, ms. */
const longestPause = 5000;

/** What sends every request of a client. */
export function sender(options: ClientOptions): Send {
  const site = options.url.replace(/\/+$/, "");
  const timeout = options.timeout ?? 30_000;
  const headers = headersOf(options);
  const once = options.exchange ?? exchange;

  /** The answer to a request that was sent until it was answered, as often as it may be. */
  async function answered(
    method: Method,
    url: string,
    body: string | null,
  ): Promise<Answer> {
    const endsAt = performance.now() + timeout;
    const most = method === "get" ? (options.retries ?? 2) : 0;
    for (let tries = 0; ; tries++) {
      const left = Math.max(1, Math.ceil(endsAt - performance.now()));
      let pause = firstPause * 2 ** tries;
      try {
        const answer = await once({
          method: method.toUpperCase(),
          url,
          headers,
          body,
          timeout: left,
          ...(options.signal ? { signal: options.signal } : {}),
        });
        if (tries >= most || !passing.has(answer.status)) return answer;
        pause = Math.max(pause, askedPause(answer));
        if (pause > longestPause) return answer;
      } catch (error) {
        if (tries >= most || isTimeout(error)) throw error;
      }
      if (performance.now() + pause > endsAt) pause = firstPause;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  return async <T>(
    method: Method,
    path: string,
    { body, query }: { body?: unknown; query?: Query | undefined } = {},
  ) => {
    if (options.apiKey !== null && !options.insecure && !mayCarryKey(site))
      throw new UnsafeUrl(site);
    let answer: Answer;
    try {
      answer = await answered(
        method,
        `${site}/api/v1/${path}${queryText(query)}`,
        body === undefined ? null : JSON.stringify(body),
      );
    } catch (error) {
      throw isTimeout(error)
        ? new Unreachable(site, `no answer within ${timeout / 1000} s`, error)
        : new Unreachable(site, reasonOf(error), error);
    }
    if (answer.status === 204) return undefined as T;
    const value = parsed(answer.text);
    if (answer.status >= 200 && answer.status < 300 && value !== undefined)
      return value as T;
    throw isProblem(value)
      ? new ApiProblem(value)
      : new ApiProblem(foreign(answer, site), false);
  };
}

function headersOf({ apiKey, userAgent }: ClientOptions) {
  return {
    accept: "application/json",
    ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
    ...(userAgent ? { "user-agent": userAgent } : {}),
  };
}

function queryText(query: Query | undefined): string {
  const given = Object.entries(query ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  return given.length === 0 ? "" : `?${new URLSearchParams(given).toString()}`;
}

/** What `Retry-After` asks for, in seconds there; 0: nothing. */
function askedPause({ headers }: Answer): number {
  const seconds = Number(headers["retry-after"] ?? 0);
  return Number.isFinite(seconds) ? seconds * 1000 : 0;
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === "TimeoutError";
}

/** undefined: it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isProblem(data: unknown): data is Problem {
  const problem = data as Partial<Problem> | null | undefined;
  return (
    typeof problem === "object" &&
    typeof problem?.detail === "string" &&
    typeof problem.status === "number"
  );
}

/** A proxy's page, another program's answer, or a redirect, said as a problem. */
function foreign({ status, headers }: Answer, site: string): Problem {
  const target = headers["location"];
  return {
    type: "about:blank",
    title: "Not an answer of monitord",
    status,
    instance: site,
    detail:
      typeof target === "string" && status >= 300 && status < 400
        ? `${site} redirects to ${target}: use the address that it redirects to`
        : `${site} answered HTTP ${status}, but not as monitord does: is this its address?`,
  };
}
