/**
 * One shape for the failures of every command: a stable code, a sentence, the next step, and the exit
 * code. Commands throw `Failure`; errors of the client are converted here.
 */
import { ApiProblem, Unreachable, UnsafeUrl } from "../../client/errors.ts";
import { isBehind } from "../../client/foreign.ts";
import { UnreadableFiles } from "../../manifest/files.ts";
import type { Issue } from "../../manifest/issue.ts";
import { exitCodes, type ExitCode } from "./exit.ts";
import {
  keyRemedy,
  listRemedy,
  mayBeMade,
  proxyCredentials,
  reachRemedy,
  remedyOf,
} from "./remedies.ts";
import { issuesText, warningsText } from "../output/issues.ts";
import type { Style } from "../output/style.ts";
import { oneLine } from "../output/text.ts";

interface FailureOptions {
  exit: ExitCode;
  code: string;
  /** The next step, printed as the last line. */
  next: string;
  issues?: readonly Issue[];
  /** Issues that may be none, printed before the others. */
  warnings?: readonly Issue[];
  /** Printed after the issues: how the request ended. */
  closing?: string;
  cause?: unknown;
}

export class Failure extends Error {
  override readonly name = "Failure";
  readonly exit: ExitCode;
  readonly code: string;
  readonly next: string;
  readonly issues: readonly Issue[];
  readonly warnings: readonly Issue[];
  readonly closing: string;
  constructor(message: string, options: FailureOptions) {
    super(message, { cause: options.cause });
    this.exit = options.exit;
    this.code = options.code;
    this.next = options.next;
    this.issues = options.issues ?? [];
    this.warnings = options.warnings ?? [];
    this.closing = options.closing ?? "";
  }
}

/** Input that is wrong: exit code 3. */
export function wrongInput(code: string, message: string, next: string): Failure {
  return new Failure(message, { exit: exitCodes.input, code, next });
}

/** Zero people were notified: exit code 10. */
export function nobodyNotified(message: string, next: string): Failure {
  return new Failure(message, { exit: exitCodes.down, code: "nobody_notified", next });
}

/** Any error as a failure. `keySource` says where the API key came from. */
export function failureOf(error: unknown, keySource: string | null): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof UnreadableFiles) return wrongInput(error.code, error.message, error.next);
  if (error instanceof ApiProblem) return ofProblem(error, keySource);
  if (error instanceof Unreachable)
    return new Failure(withChange(error.message, error), {
      exit: exitCodes.unreachable,
      code: "unreachable",
      next: remedyOf(error.change) ?? reachRemedy(error.cause, error.url),
      cause: error,
    });
  if (error instanceof UnsafeUrl)
    return new Failure(error.message, {
      exit: exitCodes.access,
      code: "insecure",
      next: "use https, or add --insecure if the network in between is yours",
      cause: error,
    });
  return new Failure(error instanceof Error ? error.message : String(error), {
    exit: exitCodes.unexpected,
    code: "unexpected",
    next: "run it again with MONITORCTL_DEBUG=1 to see where it happened",
    cause: error,
  });
}

/** The sentence, and that a change may have been made all the same. */
const withChange = (sentence: string, { change }: ApiProblem | Unreachable): string =>
  change === null ? sentence : `${sentence}\n  ${mayBeMade}`;

/** The failure that a refusal of the API is to a command. */
interface Meaning extends Pick<FailureOptions, "code" | "next"> {
  /** From the service's own words; absent: these. */
  message?: (said: string) => string;
  /** Absent: a conflict. */
  exit?: ExitCode;
}

/** For `catch`: throws refusals with these statuses as these failures, and other errors as they are. */
export const meaning =
  (meanings: Readonly<Record<number, Meaning>>) =>
  (error: unknown): never => {
    const known = error instanceof ApiProblem && error.fromService && meanings[error.status];
    if (!known) throw error;
    const { message = (said) => said, exit = exitCodes.conflict, ...options } = known;
    throw new Failure(message(error.message), { exit, ...options, cause: error });
  };

const ofStatus: Record<number, [ExitCode, code: string, next: string]> = {
  401: [exitCodes.access, "unauthorized", "sign in: monitorctl login"],
  403: [
    exitCodes.access,
    "forbidden",
    "use a key with the scope that this needs (monitorctl whoami shows yours)",
  ],
  404: [exitCodes.input, "not_found", "check the id"],
  409: [exitCodes.conflict, "conflict", "review it with: monitorctl plan"],
  412: [exitCodes.conflict, "conflict", "fetch it again and repeat"],
  429: [exitCodes.unreachable, "rate_limited", "wait a minute and repeat"],
};

function ofProblem(error: ApiProblem, keySource: string | null): Failure {
  const { status, problem } = error;
  const isRefusal = status === 401 || status === 403;
  const [exit, code, next] = lacksRoute(error)
    ? notOffered
    : !error.fromService && !isRefusal
      ? foreign(status)
      : (ofStatus[status] ?? byClass(status));
  const remedy =
    isRefusal && !error.fromService
      ? "let the proxy pass /api/v1, or give a key that the server accepts"
      : status === 401
        ? keyRemedy(keySource)
        : status === 409 || (status === 404 && code === "not_found")
          ? listRemedy(String(problem.instance))
          : remedyOf(error.change);
  const errors = problem.errors ?? [];
  const said = errors
    .map(({ field, message }) => (field ? `${field}: ${message}` : message))
    .filter((text) => !problem.detail.includes(text));
  const message = withChange([problem.detail, ...said].join("\n  "), error);
  return new Failure(
    exit === exitCodes.access && keySource !== null
      ? `${message} (the API key came from ${keySource})`
      : message,
    { exit, code, next: remedy ?? next, cause: error },
  );
}

const notOffered: [ExitCode, string, string] = [
  exitCodes.input,
  "not_offered",
  "this server cannot do that; see which version it is with: monitorctl whoami",
];

/** The service itself says so of a path that it does not have, apart from an id that it does not have. */
function lacksRoute({ status, problem }: ApiProblem): boolean {
  return status === 404 && problem.detail.startsWith("Nothing exists at");
}

function byClass(status: number): [ExitCode, string, string] {
  if (status >= 502 && status <= 504)
    return [exitCodes.unreachable, "unavailable", "wait a moment and repeat"];
  if (status >= 500) return [exitCodes.unexpected, "server_error", "check the log of monitord"];
  return [exitCodes.input, "refused", "correct the request and run it again"];
}

const ofForeign: Record<number, [code: string, next: string]> = {
  407: ["proxy", proxyCredentials],
  408: ["unavailable", "wait a moment and repeat"],
  413: ["too_large", "raise the limit for bodies of the proxy (nginx: client_max_body_size 8m)"],
  429: ["rate_limited", "wait a minute and repeat"],
};

function foreign(status: number): [ExitCode, string, string] {
  if (isBehind(status))
    return [exitCodes.unreachable, "unavailable", "check that monitord runs behind the proxy"];
  const [code, next] = ofForeign[status] ?? [
    status >= 300 && status < 400 ? "redirected" : "not_monitord",
    "name the address of monitord with --url or MONITORCTL_URL",
  ];
  return [exitCodes.unreachable, code, next];
}

/** The failure for people: framed issues, or one sentence, and the next step. */
export function failureText(failure: Failure, style: Style): string {
  const { issues, warnings, closing, next } = failure;
  if (issues.length > 0)
    return `${warningsText(warnings, style)}${issuesText(issues, closing, style)}  try: ${next}\n`;
  const head = style.red(style.bold(`error[${failure.code}]`));
  const lines = failure.message.split("\n").map(oneLine).join("\n");
  return `${head} ${lines}\n  try: ${oneLine(failure.next)}\n`;
}

/** The failure for programs. */
export function failureJson(failure: Failure): object {
  const { code, message, exit, next, issues, warnings } = failure;
  return {
    error: {
      code,
      message,
      exit_code: exit,
      next,
      issues,
      ...(warnings.length > 0 && { warnings }),
    },
  };
}
