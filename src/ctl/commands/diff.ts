import type { Run } from "../call.ts";
import { plannerOf, readDeclaration } from "../declare.ts";
import { exitCodes } from "../exit.ts";
import { plannedInActions } from "../github.ts";
import { planText } from "../output/plan.ts";

/** Shows what an apply of the files would change, and changes nothing. */
export const run: Run = async (call) => {
  const { io, options, style } = call;
  const declared = await readDeclaration(call);
  const client = await call.client();
  const { url } = await call.target();
  const plan = await plannerOf(call, client, declared).plan();
  plannedInActions(call, plan, url);
  io.stdout.write(
    options.output === "json"
      ? `${JSON.stringify(plan, null, 2)}\n`
      : planText(plan, url, declared.places.lineOf, style),
  );
  const differs = plan.changes.some((change) => change.action !== "unchanged");
  return differs && options["exitCode"] === true
    ? exitCodes.differences
    : exitCodes.done;
};
