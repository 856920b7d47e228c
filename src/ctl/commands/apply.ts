import type { Plan } from "../../api/declaration.ts";
import type { Call, Run } from "../call.ts";
import { plannerOf, readDeclaration } from "../declare.ts";
import { exitCodes } from "../exit.ts";
import { Failure } from "../failure.ts";
import { plannedInActions } from "../github.ts";
import { ask, canAsk } from "../io.ts";
import { planText, summaryText, webhooksText } from "../output/plan.ts";

/**
 * Makes the server as the files say. On a terminal it shows what would change and asks; elsewhere it
 * goes ahead, because an apply deletes nothing.
 */
export const run: Run = async (call) => {
  const { io, options, style } = call;
  const declared = await readDeclaration(call);
  const client = await call.client();
  const { url } = await call.target();
  const planner = plannerOf(call, client, declared);
  const lineOf = declared.places.lineOf;
  if (options.output === "json") {
    const applied = await planner.apply(null);
    plannedInActions(call, applied, url);
    io.stdout.write(`${JSON.stringify(applied, null, 2)}\n`);
    return exitCodes.done;
  }
  const interactive = canAsk(io, options) && options["yes"] !== true;
  if (!interactive) {
    const applied = await planner.apply(null);
    plannedInActions(call, applied, url);
    io.stdout.write(planText(applied, url, lineOf, style));
    io.stdout.write(webhooksText(applied));
    return exitCodes.done;
  }
  const shown = await planner.plan();
  io.stdout.write(planText(shown, url, lineOf, style));
  if (!changesSomething(shown)) return exitCodes.done;
  await confirm(call);
  const applied = await planner.apply(shown);
  io.stdout.write(summaryText(applied, style));
  io.stdout.write(webhooksText(applied));
  return exitCodes.done;
};

function changesSomething(plan: Plan): boolean {
  return plan.changes.some((change) => change.action !== "unchanged");
}

async function confirm({ io }: Call): Promise<void> {
  const answer = await ask(io, "\nApply? [y/N] ");
  if (answer !== null && /^y(es)?$/i.test(answer)) return;
  throw new Failure("not confirmed; nothing was changed", {
    exit: exitCodes.unconfirmed,
    code: "unconfirmed",
    next: "answer y, or run it with --yes",
  });
}
