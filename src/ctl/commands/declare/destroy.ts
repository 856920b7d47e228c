import { ApiProblem } from "../../../client/errors.ts";
import type { Plan } from "../../../api/declaration.ts";
import type { Call, Run } from "../../call/call.ts";
import { keptFailure } from "../../input/confirm.ts";
import { exitCodes } from "../../call/exit.ts";
import { Failure, meaning, wrongInput } from "../../call/failure.ts";
import { plannedInActions } from "../../tasks/github.ts";
import { ask, canAsk } from "../../io.ts";
import { planText, summaryText } from "../../output/plan.ts";
import { quoted } from "../../../core/text/shell.ts";
import { documented, jsonText, wantsJson } from "../../call/structured.ts";

/** More than any project has: here the guard against deleting much in passing is `--confirm`. */
const everything = 1_000_000_000;

/** Deletes everything that a project declares, after its name was said twice. */
export const run: Run = async (call) => {
  const { io, options, style } = call;
  const project = options["project"] as string;
  const client = await call.client();
  const { url } = await call.target();
  const request = { project, prune: true, prune_max: everything };
  const shown = await client.send("POST /plan", { body: request }).catch((error: unknown) => {
    throw error instanceof ApiProblem ? (keptFailure(error) ?? error) : error;
  });
  // A misspelt name must not pass for a project that is gone.
  if (shown.changes.length === 0)
    throw wrongInput(
      "not_found",
      `no resource belongs to a project "${project}"`,
      "the project of each resource: monitorctl get all",
    );
  const json = wantsJson(call);
  if (!json) io.stdout.write(planText(shown, url, () => null, style));
  await confirmed(call, project, shown);
  const done = await client
    .send("POST /apply", { body: { ...request, revision: shown.revision } })
    .catch(
      meaning({
        409: {
          code: "conflict",
          next: `review it again: monitorctl destroy --project ${quoted(project)}`,
        },
      }),
    );
  plannedInActions(call, done, url);
  io.stdout.write(json ? jsonText(documented(done)) : summaryText(done, style));
  return exitCodes.done;
};

async function confirmed(call: Call, project: string, shown: Plan): Promise<void> {
  const said = call.options["confirm"] as string | undefined;
  const answer =
    said === undefined && canAsk(call.io, call.options) && !wantsJson(call)
      ? await ask(
          call.io,
          `\nThis deletes ${shown.changes.length} for good. Type the name of the project to go on: `,
        )
      : said;
  if (answer === project) return;
  throw new Failure(
    answer === undefined || answer === null
      ? "not confirmed; nothing was changed"
      : `"${answer}" is not the name of the project; nothing was changed`,
    {
      exit: exitCodes.unconfirmed,
      code: "unconfirmed",
      next: `monitorctl destroy --project ${quoted(project)} --confirm ${quoted(project)}`,
    },
  );
}
