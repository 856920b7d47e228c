import { ApiProblem } from "../../../client/errors.ts";
import { resourceKinds } from "../../../core/model/model.ts";
import { findOne } from "../../input/find-one.ts";
import { quoted } from "../../input/shell.ts";
import { printResult } from "../../output/structured.ts";
import type { Run } from "../../call/call.ts";
import { exitCodes } from "../../call/exit.ts";
import { Failure } from "../../call/failure.ts";
import { shortOf } from "../../program/kinds.ts";

/** Gives a resource another external_id: history, incidents and inbound URL stay. */
export const run: Run = async (call) => {
  const { io, args, style } = call;
  const [typed, newId] = args as [string, string];
  const client = await call.client();
  const { kind, resource, name } = await findOne(client, typed, resourceKinds);
  const { project } = resource;
  const renamed = await client
    .send(`PUT /${kind}/:id`, { id: resource.id, body: { external_id: newId } })
    .catch((error: unknown) => {
      throw taken(error, `${shortOf(kind)}/${newId}`);
    });
  const newName = `${shortOf(kind)}/${newId}`;
  printResult(
    call,
    renamed,
    () => `${style.green(style.sign.done)} ${name} is ${newName} now; its history and URL stay\n`,
  );
  if (project)
    io.stderr.write(
      `Before the next apply of project ${project}, write external_id: ${quoted(newId)} into its manifest: the old one would be created anew.\n`,
    );
  return exitCodes.done;
};

function taken(error: unknown, name: string): unknown {
  if (!(error instanceof ApiProblem && error.status === 409)) return error;
  return new Failure(error.message, {
    exit: exitCodes.conflict,
    code: "conflict",
    next: `look at the other one: monitorctl describe ${quoted(name)}`,
    cause: error,
  });
}
