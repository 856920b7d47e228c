/** Asks before a deletion, and refuses it where no user can be asked. */
import type { Plan } from "../../api/declaration.ts";
import type { ApiProblem } from "../../client/errors.ts";
import type { Call } from "../call/call.ts";
import { exitCodes } from "../call/exit.ts";
import { Failure } from "../call/failure.ts";
import { ask, canAsk } from "../io.ts";
import { plural } from "../../core/text/plural.ts";
import { quoted } from "../../core/text/shell.ts";

/** Returns when the user agrees, on the terminal or with `--yes`; fails otherwise. */
export async function confirm(call: Call, question: string): Promise<void> {
  const { io, options } = call;
  if (options["yes"] === true) return;
  const asked = canAsk(io, options);
  if (asked && (await saysYes(call, question))) return;
  throw new Failure(
    asked
      ? "not confirmed; nothing was changed"
      : `${question} Nobody is there to answer; nothing was changed`,
    {
      exit: exitCodes.unconfirmed,
      code: "unconfirmed",
      next: asked ? "answer y, or add --yes" : commandAgain(call, "--yes"),
    },
  );
}

/** Asks whether a plan that was shown is to be applied; fails unless the answer is yes. */
export async function confirmPlan(call: Call, plan: Plan): Promise<void> {
  const gone = deletions(plan);
  const question = gone > 0 ? `Apply, and DELETE ${plural(gone, "resource")}?` : "Apply?";
  call.io.stderr.write("\n");
  await confirm(call, question);
}

async function saysYes({ io }: Call, question: string): Promise<boolean> {
  const answer = await ask(io, `${question} [y/N] `);
  return answer !== null && /^y(es)?$/i.test(answer);
}

/** How many resources a plan deletes. */
function deletions(plan: Plan): number {
  return plan.changes.filter(({ action }) => action === "delete").length;
}

/** Fails when a plan deletes resources and the user has not agreed. */
export function refuseUnconfirmed(call: Call, plan: Plan): void {
  const gone = deletions(plan);
  if (gone === 0 || call.options["yes"] === true) return;
  throw new Failure(
    `this would delete ${plural(gone, "resource")}, and nobody can be asked here; nothing was changed`,
    {
      exit: exitCodes.unconfirmed,
      code: "unconfirmed",
      next: commandAgain(call, "--yes"),
    },
  );
}

/** Fails with `--strict` when a plan has warnings. */
export function refuseWarned({ options }: Call, plan: Plan): void {
  if (options["strict"] !== true || plan.warnings.length === 0) return;
  throw new Failure(
    `--strict refuses this plan, nothing was changed: ${plan.warnings.join("; ")}`,
    {
      exit: exitCodes.input,
      code: "strict",
      next: "correct what is warned of, or leave out --strict",
    },
  );
}

/** Fails when a plan deletes more than the limit without an explicit flag. */
export function refuseTooMuch(call: Call, plan: Plan): void {
  if (plan.prune_max_needed !== undefined) throw pruneLimit(call, plan.prune_max_needed);
}

/** A prune that is refused because of its size, with the command that does it all the same. */
export function pruneLimit(call: Call, needed: number, cause?: unknown): Failure {
  return new Failure(
    `${plural(needed, "resource")} would be deleted, which is more than a quarter of the project; nothing was changed`,
    {
      exit: exitCodes.unconfirmed,
      code: "prune_limit",
      next: `if that is meant: ${commandAgain(call, "--prune-max", String(needed), "--yes")}`,
      cause,
    },
  );
}

/** Why something cannot be pruned, a line for each; null: the problem is another one. */
export function keptFailure({ status, problem }: ApiProblem): Failure | null {
  const kept = (problem.errors ?? []).filter(({ code }) => ["protected", "in_use"].includes(code));
  if (status !== 409 || kept.length === 0) return null;
  return new Failure(kept.map(({ message }) => message).join("\n"), {
    exit: exitCodes.conflict,
    code: kept[0]!.code,
    next: "to keep resources, declare them or run: monitorctl detach KIND/ID",
    cause: problem,
  });
}

/** The command line that was typed, with more after it. */
function commandAgain({ argv }: Call, ...more: string[]): string {
  const words = [...argv];
  const at = words.findIndex((word) => word === more[0]);
  // A flag that was passed already is replaced.
  if (at >= 0 && more[0] !== "--yes") words.splice(at, 2);
  const added = more.filter((word) => word !== "--yes" || !words.includes(word));
  return ["monitorctl", ...words, ...added].map(quoted).join(" ");
}
