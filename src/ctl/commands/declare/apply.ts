import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { Plan } from "../../../api/declaration.ts";
import type { Planner } from "../../declare/upsert.ts";
import { withFiles, type Call, type Run } from "../../call/call.ts";
import {
  confirmPlan,
  refuseTooMuch,
  refuseUnconfirmed,
  refuseWarned,
} from "../../input/confirm.ts";
import { mannerOf, plannerOf, readDeclaration } from "../../declare/declare.ts";
import { exitCodes, type ExitCode } from "../../call/exit.ts";
import { meaning, wrongInput } from "../../call/failure.ts";
import { plannedInActions } from "../../tasks/github.ts";
import { isWorking } from "../../input/goals.ts";
import { canAsk, isCi, type Io } from "../../io.ts";
import { planText, summaryText, webhooksText, type LineOf } from "../../output/plan.ts";
import { redactPlan } from "../../connect/redact.ts";
import { run as plan } from "./diff.ts";
import { readPlan } from "../../declare/saved-plan.ts";
import { applyEvents, wantsEvents, type ApplyEvents } from "../../tasks/apply-events.ts";
import { awaitFirstResults, waitedText, type Waited } from "../../tasks/wait.ts";
import { documented, jsonText, wantsJson } from "../../call/structured.ts";

/**
 * Applies manifests or a saved plan. On a terminal it shows the changes and asks; elsewhere it
 * continues, unless resources would be deleted without a confirmation.
 */
export const run: Run = async (call) => {
  if (call.options["dryRun"] === true) return preview(call);
  const events = applyEvents(call);
  try {
    const prepared = await prepare(call);
    const applied = await shownAndApplied(call, prepared);
    events.applied(applied);
    return await finish(call, applied, events);
  } catch (error) {
    events.failed(error);
    throw error;
  }
};

/** Shows the changes of the manifests, or those of a saved plan, and makes none. */
async function preview(call: Call): Promise<number> {
  const { io, args, options, style } = call;
  const path = savedIn(call);
  if (path === null) return plan({ ...call, options: withFiles(options, args) });
  const { reviewed, lineOf } = await prepareSaved(call, path);
  const { url } = await call.target();
  io.stdout.write(
    wantsJson(call) ? jsonText(documented(reviewed)) : planText(reviewed, url, lineOf, style),
  );
  return exitCodes.done;
}

interface PreparedApply {
  planner: Planner;
  /** Made and reviewed before; null: it is made now. */
  reviewed: Plan | null;
  secrets: readonly string[];
  lineOf: LineOf;
}

async function prepare(call: Call): Promise<PreparedApply> {
  const { args, options } = call;
  const path = savedIn(call);
  if (path !== null) return prepareSaved(call, path);
  const whole = { ...call, options: withFiles(options, args) };
  const manner = mannerOf(whole);
  const declared = await readDeclaration(whole);
  const client = await call.client();
  return {
    planner: plannerOf(call, client, declared, manner),
    reviewed: null,
    secrets: declared.secrets,
    lineOf: declared.places.lineOf,
  };
}

/** The path of the saved plan that is named; null: manifests are. */
function savedIn({ io, args }: Call): string | null {
  const [path] = args;
  return path !== undefined && args.length === 1 && isPlan(io, path) ? path : null;
}

/** True for the path of a saved plan: not one of a manifest, a folder, a pattern or the input. */
function isPlan(io: Io, path: string): boolean {
  if (path === "-" || /\.ya?ml$|[*?[{]/.test(path)) return false;
  return !statSync(resolve(io.cwd, path), { throwIfNoEntry: false })?.isDirectory();
}

async function prepareSaved(call: Call, path: string): Promise<PreparedApply & { reviewed: Plan }> {
  const said = ["file", "adopt", "prune", "pruneMax", "detach"].find(
    (name) => call.options[name] !== undefined,
  );
  if (said !== undefined)
    throw wrongInput(
      "usage",
      "a saved plan fixes what is applied and how",
      `leave out the other flags: monitorctl apply ${path}`,
    );
  const { plan, manner, declared } = await readPlan(call, path);
  const client = await call.client();
  return {
    planner: stalePlan(plannerOf(call, client, declared, manner), path),
    reviewed: plan,
    secrets: [],
    lineOf: declared.places.lineOf,
  };
}

/** Says how to continue when the server has changed since the plan was saved. */
function stalePlan(planner: Planner, path: string): Planner {
  return {
    ...planner,
    apply: (shown) =>
      planner.apply(shown).catch(
        meaning({
          409: {
            code: "stale_plan",
            message: () =>
              `the project, or a resource that it refers to, has changed on the server since ${path} was made; nothing was changed now`,
            next: `plan again, and review it: monitorctl plan --out ${path}`,
          },
        }),
      ),
  };
}

async function shownAndApplied(
  call: Call,
  { planner, reviewed, secrets, lineOf }: PreparedApply,
): Promise<Plan> {
  const { io, options, style } = call;
  const { url } = await call.target();
  const json = wantsJson(call) || wantsEvents(call);
  const ask = canAsk(io, options) && options["yes"] !== true && !json;
  const prunes = options["prune"] === true && options["detach"] !== true;
  const whole = async (shown: Plan | null) => {
    const outcome = redactPlan(await planner.apply(shown), secrets);
    plannedInActions(call, outcome, url);
    if (!json) io.stdout.write(planText(outcome, url, lineOf, style));
    return outcome;
  };
  // A plan without deletions needs no confirmation where a terminal is missing.
  const strict = options["strict"] === true;
  if (!ask && !prunes && !reviewed && !strict) return whole(null);
  const shown = reviewed ?? redactPlan(await planner.plan(), secrets);
  refuseWarned(call, shown);
  if (!ask) {
    if (!json && deletesUnasked(call, shown)) io.stdout.write(planText(shown, url, lineOf, style));
    refuseTooMuch(call, shown);
    refuseUnconfirmed(call, shown);
    return whole(shown);
  }
  io.stdout.write(planText(shown, url, lineOf, style));
  if (shown.changes.every(({ action }) => action === "unchanged"))
    return { ...shown, applied: true };
  refuseTooMuch(call, shown);
  await confirmPlan(call, shown);
  const outcome = redactPlan(await planner.apply(shown), secrets);
  plannedInActions(call, outcome, url);
  io.stdout.write(summaryText(outcome, style));
  return outcome;
}

/** True when the server will refuse the plan: it is shown first, so that the refusal makes sense. */
function deletesUnasked({ options }: Call, plan: Plan): boolean {
  return (
    plan.prune_max_needed !== undefined ||
    (options["yes"] !== true && plan.changes.some(({ action }) => action === "delete"))
  );
}

/** New webhook URLs that are printed unasked. */
const mostUrls = 10;

/** The log of a job is read by more people than its secrets, and GitLab cannot mask a secret that a job makes. */
const printsUrls = ({ io, options }: Call, count: number): boolean =>
  options["showUrls"] === true || (!isCi(io) && count <= mostUrls);

async function finish(call: Call, applied: Plan, events: ApplyEvents): Promise<ExitCode> {
  const { io, options, style } = call;
  const json = wantsJson(call);
  const isText = !json && !wantsEvents(call);
  if (isText) io.stdout.write(webhooksText(applied, (count) => printsUrls(call, count)));
  const seconds = options["wait"] as number | undefined;
  const waited: Waited[] | null =
    seconds === undefined ? null : await awaitFirstResults(call, applied, seconds);
  if (json) io.stdout.write(jsonText(documented(waited ? { ...applied, waited } : applied)));
  else if (waited && isText) io.stdout.write(waitedText(waited, seconds!, style));
  if (waited) events.waited(waited);
  events.summary(applied);
  return waited === null || waited.every(({ status }) => isWorking(status))
    ? exitCodes.done
    : exitCodes.notYet;
}
