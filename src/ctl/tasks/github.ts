/**
 * Reports to the runner in GitHub Actions (`GITHUB_ACTIONS=true`, unless `--no-gha`). Writes to stderr
 * and to the files that the runner names, so that stdout is the same everywhere.
 */
import { appendFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import type { Plan } from "../../api/declaration.ts";
import type { Issue } from "../../manifest/issue.ts";
import type { Call } from "../call/call.ts";
import type { Failure } from "../call/failure.ts";
import type { Io } from "../io.ts";
import {
  annotationsText,
  errorText,
  maskText,
  outputsText,
  summaryLimit,
  summaryMarkdown,
} from "../output/ci/github.ts";
import { issuesText } from "../output/issues.ts";
import { planMarkdown } from "../output/ci/plan-markdown.ts";
import { wantsEvents } from "./apply-events.ts";
import { wantsJson } from "../call/structured.ts";
import { styleOf } from "../output/style.ts";

const plain = styleOf({ color: false, ascii: false });

/** True where a runner listens. */
function inActions({ env }: Io, wanted: boolean): boolean {
  return wanted && env["GITHUB_ACTIONS"] === "true";
}

/** Hides a secret from the log of the job. */
export function maskInActions({ io, options }: Call, secret: string): void {
  if (inActions(io, options["gha"] !== false)) io.stderr.write(maskText(secret));
}

/** Annotations at the lines that the issues are about. */
export function issuesInActions(io: Io, issues: readonly Issue[]): string {
  return annotationsText(issues, (file) => inRepository(io, file));
}

/** Shows a failure at the lines it is about. */
export function failedInActions(io: Io, failure: Failure): void {
  const { issues, code, message, closing } = failure;
  if (issues.length === 0) return io.stderr.write(errorText(code, message));
  io.stderr.write(issuesInActions(io, issues));
  append(
    io,
    "GITHUB_STEP_SUMMARY",
    summaryMarkdown("monitorctl", issuesText(issues, closing, plain)),
  );
}

/**
 * Writes a plan, or the applied changes, into the summary, and their counts into the outputs of the step.
 */
export function plannedInActions({ io, options }: Call, plan: Plan, server: string): void {
  if (!inActions(io, options["gha"] !== false)) return;
  // Those that are printed; a mask of another would only write it out.
  const prints = wantsJson({ options }) || wantsEvents({ options }) || options["showUrls"] === true;
  for (const { webhook_url } of prints ? plan.changes : [])
    if (webhook_url !== undefined) io.stderr.write(maskText(webhook_url));
  append(
    io,
    "GITHUB_STEP_SUMMARY",
    planMarkdown(plan, server, () => null, { limit: summaryLimit }),
  );
  append(io, "GITHUB_OUTPUT", outputsText(plan));
}

/** The path of a file from the root of the repository in GitHub and GitLab, else from the current folder. */
export function inRepository({ env, cwd }: Io, file: string): string {
  const root = env["GITHUB_WORKSPACE"] ?? env["CI_PROJECT_DIR"] ?? cwd;
  return relative(root, resolve(cwd, file)).replaceAll("\\", "/");
}

function append(io: Io, variable: string, text: string): void {
  const path = io.env[variable];
  if (!path) return;
  try {
    appendFileSync(path, text);
  } catch (error) {
    io.stderr.write(`${variable} cannot be written: ${(error as Error).message}\n`);
  }
}
