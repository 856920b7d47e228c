/**
 * One request to the service: JSON in, JSON out, or one of the errors of `errors.ts`.
 *
 * A request that changes something is sent once. A read is tried again when the connection broke or the
 * service said that it is busy. Never follows a redirect: a key goes where it was meant to go, or nowhere.
 */
import ky, { HTTPError, isTimeoutError, type KyInstance } from "ky";
import type { Problem } from "../api/problem.ts";
import { ApiProblem, reasonOf, Unreachable, UnsafeUrl } from "./errors.ts";
import { mayCarryKey } from "./trust.ts";

export interface ClientOptions {
  /** The root of the service (its site_url), with or without a slash at its end. */
  url: string;
  /** null: for what needs none. */
  apiKey: string | null;
  userAgent?: string;
  fetch?: typeof fetch;
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

export type Send = <T>(
  method: "get" | "post" | "put" | "delete",
  path: string,
  more?: { body?: unknown; query?: Query | undefined },
) => Promise<T>;

/** What sends every request of a client. */
export function sender(options: ClientOptions): Send {
  const site = options.url.replace(/\/+$/, "");
  const http = instance(site, options);
  return async <T>(
    method: string,
    path: string,
    { body, query }: { body?: unknown; query?: Query | undefined } = {},
  ) => {
    if (options.apiKey !== null && !options.insecure && !mayCarryKey(site))
      throw new UnsafeUrl(site);
    try {
      const response = await http(path, {
        method,
        ...(body === undefined ? {} : { json: body }),
        ...(query === undefined ? {} : { searchParams: { ...query } }),
      });
      if (response.status === 204) return undefined as T;
      const text = await response.text();
      try {
        return JSON.parse(text) as T;
      } catch {
        throw new ApiProblem(foreign(response, site), false);
      }
    } catch (error) {
      throw translated(error, site, options.timeout ?? 30_000);
    }
  };
}

function instance(site: string, options: ClientOptions): KyInstance {
  const headers: Record<string, string> = { accept: "application/json" };
  if (options.apiKey !== null)
    headers["authorization"] = `Bearer ${options.apiKey}`;
  if (options.userAgent) headers["user-agent"] = options.userAgent;
  return ky.create({
    prefix: `${site}/api/v1`,
    headers,
    redirect: "manual",
    timeout: options.timeout ?? 30_000,
    retry: {
      limit: options.retries ?? 2,
      methods: ["get"],
      statusCodes: [429, 502, 503, 504],
      maxRetryAfter: 5_000,
    },
    ...(options.signal ? { signal: options.signal } : {}),
    ...(options.fetch ? { fetch: options.fetch } : {}),
  });
}

function translated(error: unknown, site: string, timeout: number): unknown {
  if (error instanceof ApiProblem) return error;
  if (error instanceof HTTPError) {
    const { response, data } = error as HTTPError<unknown>;
    return isProblem(data)
      ? new ApiProblem(data)
      : new ApiProblem(foreign(response, site), false);
  }
  if (isTimeoutError(error))
    return new Unreachable(site, `no answer within ${timeout / 1000} s`, error);
  return new Unreachable(site, reasonOf(error), error);
}

function isProblem(data: unknown): data is Problem {
  const problem = data as Partial<Problem> | null;
  return (
    typeof problem === "object" &&
    typeof problem?.detail === "string" &&
    typeof problem.status === "number"
  );
}

/** A proxy's page, another program's answer, or a redirect, said as a problem. */
function foreign(response: Response, site: string): Problem {
  const target = response.headers.get("location");
  return {
    type: "about:blank",
    title: "Not an answer of monitord",
    status: response.status,
    instance: response.url,
    detail:
      target && response.status >= 300 && response.status < 400
        ? `${site} redirects to ${target}: use the address that it redirects to`
        : `${site} answered HTTP ${response.status}, but not as monitord does: is this its address?`,
  };
}
