/**
 * One request to the service: JSON in, JSON out, or one of the errors of `errors.ts`.
 *
 * A request that changes something is sent once. A read is retried when the connection broke or the
 * service was busy. Redirects are never followed, so that a key is sent to no other server.
 */
import type { HTTPError, KyInstance } from "ky";
import { lacksId } from "../api/routes/path.ts";
import type { Problem } from "../api/problem.ts";
import type { Route } from "../api/routes/table.ts";
import { changeOf } from "./change.ts";
import { ApiProblem, UnsafeUrl } from "./errors.ts";
import { foreignText } from "./foreign.ts";
import { hasForm } from "./form.ts";
import { askedPause, kyFor, unanswered, type HttpOptions } from "./http.ts";
import { mayCarryKey, siteOf } from "./trust.ts";

export interface ClientOptions extends HttpOptions {
  /** The root of the service (its site_url), with or without a slash at its end. */
  url: string;
  /** Send the key over plain http to a public host all the same. */
  insecure?: boolean;
  /** Fail before a request that changes something. */
  readsOnly?: boolean;
  /**
   * Waits for the number of seconds because the service has asked for it: the key has sent too many requests. The refused request
   * made no change, and is sent again then. Absent: the refusal is the answer.
   */
  onBusy?: (seconds: number) => Promise<void>;
}

export type Method = "get" | "post" | "put" | "delete";

export type Send = <T>(
  method: Method,
  path: string,
  more?: {
    body?: unknown;
    /** The route takes compressed bodies: a long one is sent as such. */
    compress?: boolean;
    /** A list is sent with commas between its entries. */
    query?: Readonly<Record<string, unknown>> | undefined;
    /** The row whose form the answer has; absent: any JSON. */
    route?: Route;
  },
) => Promise<T>;

/** Shorter bodies are sent as they are, characters. */
const longBody = 256 * 1024;
/** Timeout of a request with a long body: the server reads and plans it in small steps, between everything else, ms. */
const longTimeout = 600_000;

/** Waits for the same request: windows of the service last a minute, and others may use up the next one. */
const mostWaits = 3;
/** A service that wants to be left alone for longer has said no, s. */
const longestWait = 90;

/** The settings of all requests of a client. */
export function sender(options: ClientOptions): Send {
  const send = sendOnce(options);
  const { onBusy } = options;
  if (!onBusy) return send;
  return async (...request) => {
    for (let waits = 0; ; waits++)
      try {
        return await send(...request);
      } catch (error) {
        const seconds = busyFor(error);
        if (seconds === null || seconds > longestWait || waits >= mostWaits) throw error;
        await onBusy(seconds);
      }
  };
}

/** Seconds after which a refused request may be sent again; null: it was not refused for the rate of requests. */
const busyFor = (error: unknown): number | null =>
  error instanceof ApiProblem && error.status === 429 ? error.retryAfter : null;

function sendOnce(options: ClientOptions): Send {
  const site = siteOf(options.url);
  let http: Promise<KyInstance> | null = null;
  return async <T>(
    method: Method,
    path: string,
    { body, compress = false, query, route }: NonNullable<Parameters<Send>[2]> = {},
  ) => {
    if (options.apiKey !== null && !options.insecure && !mayCarryKey(site))
      throw new UnsafeUrl(site);
    if (lacksId(path)) throw new ApiProblem(noSuchPath(path));
    const searchParams = paramsOf(query);
    const text = JSON.stringify(body) ?? null;
    const change = changeOf({ method, url: `${path}?${searchParams.toString()}`, body: text });
    if (options.readsOnly && change !== null)
      throw new Error(`${method.toUpperCase()} /${path} would make a change, and was not sent`);
    http ??= kyFor(`${site}/api/v1`, options);
    try {
      const response = await (
        await http
      )(path, {
        method,
        ...bodyOf(body, compress),
        searchParams,
      });
      if (response.status === 204) return undefined as T;
      const value = parsed(await response.text());
      if (value === undefined || !(await isOurs(response, value, route)))
        throw new ApiProblem(foreign(response, site), false, null, change);
      return value as T;
    } catch (error) {
      throw await translated(error, site, options.timeout, change);
    }
  };
}

function paramsOf(query: Readonly<Record<string, unknown>> = {}): URLSearchParams {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined);
  return new URLSearchParams(
    entries.map(([name, value]): [string, string] => [name, String(value)]),
  );
}

/** The exchange compresses a body with this encoding. */
function bodyOf(body: unknown, compress: boolean) {
  if (body === undefined) return {};
  if (!compress) return { json: body };
  const text = JSON.stringify(body);
  if (text.length < longBody) return { json: body };
  const headers = { "content-type": "application/json", "content-encoding": "gzip" };
  return { body: text, headers, timeout: longTimeout, totalTimeout: longTimeout };
}

async function translated(
  error: unknown,
  site: string,
  timeout: number | undefined,
  change: string | null,
): Promise<unknown> {
  if (error instanceof ApiProblem) return error;
  const { isHTTPError } = await import("ky");
  if (!isHTTPError(error)) return unanswered(error, site, timeout, change);
  const { response, data } = error as HTTPError<unknown>;
  const pause = askedPause(response) / 1000;
  const [problem, fromService] = isProblem(data) ? [data, true] : [foreign(response, site), false];
  return new ApiProblem(problem, fromService, pause === 0 ? null : pause, change);
}

/** undefined: not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** By the mark of monitord, or by its form: a proxy can drop the mark, and servers with a part of the API have none. */
const isOurs = async ({ headers }: Response, value: unknown, route?: Route): Promise<boolean> =>
  route === undefined || headers.get("x-answered-by") === "monitord" || hasForm(route, value);

function isProblem(data: unknown): data is Problem {
  const problem = data as Partial<Problem> | null | undefined;
  return (
    typeof problem === "object" &&
    typeof problem?.detail === "string" &&
    typeof problem.status === "number"
  );
}

/** For a path that no server would be asked for as it is written. */
const noSuchPath = (path: string): Problem => ({
  type: "about:blank",
  title: "Not found",
  status: 404,
  instance: path,
  detail: `nothing can exist at ${path}: an id is never empty, "." or ".."`,
});

/** A proxy's page, another program's answer, or a redirect, said as a problem. */
function foreign({ status, headers }: Response, site: string): Problem {
  return {
    type: "about:blank",
    title: "Not an answer of monitord",
    status,
    instance: site,
    detail: foreignText(site, status, headers.get("location")),
  };
}
