import type { Call, Run } from "../../call/call.ts";
import { refuseWarned } from "../../input/confirm.ts";
import { mannerOf, plannerOf, readDeclaration } from "../../declare/declare.ts";
import { exitCodes } from "../../call/exit.ts";
import { plannedInActions } from "../../tasks/github.ts";
import { planCounts } from "../../output/ci/gitlab.ts";
import { planMarkdown } from "../../output/ci/plan-markdown.ts";
import { planText, type LineOf } from "../../output/plan.ts";
import { redactPlan } from "../../connect/redact.ts";
import { savePlan } from "../../declare/saved-plan.ts";
import type { Plan } from "../../../api/declaration.ts";
import { documented, jsonText, wantsJson } from "../../call/structured.ts";

/** Previews the changes of an apply. */
export const run: Run = async (call) => {
  const { io, options } = call;
  const manner = mannerOf(call);
  const declared = await readDeclaration(call);
  const client = await call.client();
  const { url } = await call.target();
  const made = await plannerOf(call, client, declared, manner).plan();
  const plan = redactPlan(made, declared.secrets);
  plannedInActions(call, plan, url);
  const out = options["out"] as string | undefined;
  if (out !== undefined) savePlan(call, out, { url, declared, manner, plan });
  io.stdout.write(printed(call, plan, url, declared.places.lineOf));
  refuseWarned(call, plan);
  const differs = plan.changes.some((change) => change.action !== "unchanged");
  const asked = options["exitCode"] === true || options["detailedExitcode"] === true;
  return differs && asked ? exitCodes.differences : exitCodes.done;
};

function printed(call: Call, plan: Plan, url: string, lineOf: LineOf): string {
  const { options, style } = call;
  const how = {
    brief: options["summary"] === true,
    unchanged: options["showUnchanged"] === true,
  };
  if (wantsJson(call)) return jsonText(documented(plan));
  if (options.output === "gitlab") return jsonText(planCounts(plan));
  return options.output === "md"
    ? planMarkdown(plan, url, lineOf, how)
    : planText(plan, url, lineOf, style, how);
}
