import { meaning } from "../../call/failure.ts";
import { done } from "../../call/structured.ts";
import { resourceKinds } from "../../../core/model/model.ts";
import { findOne } from "../../input/find-one.ts";
import { quoted } from "../../../core/text/shell.ts";
import type { Run } from "../../call/call.ts";
import { exitCodes } from "../../call/exit.ts";
import { shortOf } from "../../input/kinds.ts";

/** Gives a resource another external_id: history, incidents and inbound URL stay. */
export const run: Run = async (call) => {
  const { io, args } = call;
  const [typed, newId] = args as [string, string];
  const client = await call.client();
  const { kind, resource, name } = await findOne(client, typed, resourceKinds);
  const { project } = resource;
  const newName = `${shortOf(kind)}/${newId}`;
  const renamed = await client
    .send(`PUT /${kind}/:id`, { id: resource.id, body: { external_id: newId } })
    .catch(
      meaning({
        409: {
          code: "conflict",
          next: `see the other one: monitorctl describe ${quoted(newName)}`,
        },
      }),
    );
  done(call, renamed, `${name} is ${newName} now; its history and URL stay`);
  if (project)
    io.stderr.write(
      `Before the next apply of project ${project}, write external_id: ${quoted(newId)} into its manifest: the old one would be created again.\n`,
    );
  return exitCodes.done;
};
