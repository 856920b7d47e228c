/** The ways in which a request to the service fails, for callers to tell apart. */
import type { Problem } from "../api/problem.ts";

/** The service answered, and the answer is no. */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem";
  readonly status: number;
  readonly problem: Problem;
  /** False: the answer did not come from the service, but from something in between. */
  readonly fromService: boolean;
  constructor(problem: Problem, fromService = true) {
    super(problem.detail);
    this.status = problem.status;
    this.problem = problem;
    this.fromService = fromService;
  }
}

/** No answer came. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";
  readonly url: string;
  constructor(url: string, reason: string, cause?: unknown) {
    super(`cannot reach ${url}: ${reason}`, { cause });
    this.url = url;
  }
}

/** The request was not sent, because sending it would show the key to the network. */
export class UnsafeUrl extends Error {
  override readonly name = "UnsafeUrl";
  readonly url: string;
  constructor(url: string) {
    super(`${url} is plain http to a public host: everybody on the way could read the API key`);
    this.url = url;
  }
}

/** Why no answer came, in a few words. */
export function reasonOf(error: unknown): string {
  const cause = rootOf(error);
  const { code, message } = cause as { code?: string; message: string };
  switch (code) {
    case "ECONNREFUSED":
      return "connection refused (is monitord running?)";
    case "ENOTFOUND":
      return "no such host";
    case "EAI_AGAIN":
      return "the name could not be resolved (is there a network?)";
    case "EHOSTUNREACH":
    case "ENETUNREACH":
      return "no route to it";
    case "ETIMEDOUT":
    case "UND_ERR_CONNECT_TIMEOUT":
      return "timed out while connecting";
    case "ECONNRESET":
    case "EPIPE":
    case "UND_ERR_SOCKET":
      return "the connection was closed before an answer came";
    default:
      return /CERT|SSL|TLS|SIGNED|ISSUER/.test(code ?? "") ? `TLS: ${message}` : message;
  }
}

/** The innermost cause: `fetch failed` says nothing, what it wraps does. */
function rootOf(error: unknown): Error {
  let root = error instanceof Error ? error : new Error(String(error));
  for (;;) {
    const first = root instanceof AggregateError ? (root.errors[0] as unknown) : undefined;
    const inner = first ?? root.cause;
    if (!(inner instanceof Error)) return root;
    root = inner;
  }
}
