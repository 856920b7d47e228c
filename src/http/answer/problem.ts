/**
 * Turns faults, outcomes and thrown errors into answers: RFC 9457 `application/problem+json`. The only
 * place that does. An internal error shows nothing but its request id.
 */
import { formatBytes } from "../../core/text/bytes.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Outcome } from "../../app/outcome.ts";
import type { Problem as ProblemBody } from "../../api/problem.ts";
import { mostFaults, type Fault } from "../../core/model/fault.ts";
import { problems, type ProblemName } from "./problems.ts";
import { withoutEndSlashes } from "../../core/text/slashes.ts";

/** An unsuccessful answer; thrown anywhere below a route. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly problem: ProblemName;
  /** The first `mostFaults`. */
  readonly faults: readonly Fault[] | undefined;
  readonly moreFaults: boolean;
  readonly headers: Record<string, string>;
  readonly statusCode: number;
  constructor(
    problem: ProblemName,
    detail: string,
    more: {
      faults?: readonly Fault[] | undefined;
      headers?: Record<string, string>;
    } = {},
  ) {
    super(detail);
    this.problem = problem;
    this.faults = more.faults?.slice(0, mostFaults);
    this.moreFaults = (more.faults?.length ?? 0) > mostFaults;
    this.headers = more.headers ?? {};
    this.statusCode = problems[problem].status;
  }
}

/** The faults in the fields of a request. */
export function invalid(faults: readonly Fault[]): Problem {
  const one = faults.length === 1 ? faults[0] : undefined;
  return new Problem(
    "invalid",
    one
      ? `${one.field === "" ? "The body" : one.field}: ${one.message}`
      : faults.length > mostFaults
        ? `More than ${mostFaults} fields are invalid; errors has the first ${mostFaults}.`
        : `${faults.length} fields are invalid; see errors.`,
    { faults },
  );
}

export const notFound = (what: string) =>
  new Problem("not-found", `No ${what} with this id exists.`);

/** The value of an outcome, or the problem that it is. */
export function valueOf<T>(outcome: Outcome<T>, what: string): T {
  if (outcome.ok) return outcome.value;
  switch (outcome.why) {
    case "not_found":
      throw notFound(what);
    case "stale":
      throw new Problem(
        "stale",
        `The ${what} has changed (ETag is now "${outcome.version}"). Fetch it and retry.`,
        { headers: { etag: `"${outcome.version}"` } },
      );
    case "exists":
      throw new Problem(
        "stale",
        `A resource with this external_id (${what}) exists, and If-None-Match: * asks for a new one.`,
        { headers: { etag: `"${outcome.version}"` } },
      );
    case "conflict":
      throw new Problem("conflict", outcome.message, {
        faults: outcome.faults,
      });
    case "invalid":
      throw invalid(outcome.faults);
  }
}

/** Sends a thrown value. `siteUrl`: where the guides are. */
export const problemSender =
  (siteUrl: () => string) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    send(problemOf(error, request), request, reply, siteUrl());

function send(
  problem: Problem,
  request: FastifyRequest,
  reply: FastifyReply,
  site: string,
): FastifyReply {
  const { status, title, guide } = problems[problem.problem];
  const body: ProblemBody = {
    // First: some senders show their users no more than the beginning of an answer.
    detail: problem.message,
    type: `urn:monitord:problem:${problem.problem}`,
    title,
    status,
    instance: instanceOf(request),
    ...(problem.faults ? { errors: [...problem.faults] } : {}),
    request_id: request.id,
    help: `${withoutEndSlashes(site)}/guide/${guide}`,
  };
  return (
    reply
      .code(status)
      // Errors of the framework come before the hook that says it.
      .header("x-request-id", request.id)
      .headers(problem.headers)
      .type("application/problem+json")
      .serializer((value: unknown) => JSON.stringify(value))
      .send(body)
  );
}

/** The path that was asked for; inbound ids and the tokens of buttons and links are secrets and are not repeated. */
function instanceOf(request: FastifyRequest): string {
  const path = request.url.split("?")[0] ?? "";
  const action = /(\/api)?\/actions\//.exec(path);
  if (action) return `${action[0]}***`;
  if (/\/phones?\//.test(path)) return "/phone/***";
  if (path.includes("/calendar/")) return "/calendar/***";
  if (path.includes("/ping/")) return "/ping/***";
  return path.includes("/api/webhook/") ? "/api/webhook/***" : path;
}

/** Database errors carry the parameters of their statement, which may be secrets. */
function described(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error };
  return {
    error: `${error.name}: ${error.message.split(/\n|params:/, 1)[0]}`,
    at: (error.stack ?? "").split("\n").filter((line) => /^ +at /.test(line)),
  };
}

/** A thrown value as a problem; internal errors are logged. */
export function problemOf(error: unknown, request: FastifyRequest): Problem {
  if (error instanceof Problem) return error;
  const { code, statusCode, message, sentence } = error as {
    code?: string;
    sentence?: string | null;
    statusCode?: number;
    message?: string;
  };
  if (code === "STORE_UNAVAILABLE")
    return new Problem(
      "unavailable",
      `${sentence ?? "The database did not confirm the write."} The write may be lost. Retry.`,
      { headers: { "retry-after": "5" } },
    );
  if (code === "FST_ERR_BAD_URL") return new Problem("malformed", "The path cannot be decoded.");
  if (code === "FST_ERR_MAX_PARAM_LENGTH") return new Problem("not-found", "No id is that long.");
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE" || statusCode === 413)
    return new Problem(
      "too-large",
      `The body is larger than the ${formatBytes(request.routeOptions.bodyLimit)} that this URL takes.`,
    );
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE" || statusCode === 415)
    return new Problem("unsupported-media-type", "Send JSON, with Content-Type: application/json.");
  if (statusCode === 429) return new Problem("too-many-requests", message ?? "Slow down.");
  if (statusCode === 503)
    return new Problem("unavailable", "The service is stopping.", {
      headers: { "retry-after": "5" },
    });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new Problem("malformed", message ?? "The request is malformed.");
  request.log.error(
    { ...described(error), request_id: request.id },
    "a request failed unexpectedly",
  );
  return new Problem(
    "unexpected",
    `Internal error. See the server log for request id ${request.id}.`,
  );
}
