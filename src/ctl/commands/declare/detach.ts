import type { Run } from "../../program/call.ts";
import { exitCodes } from "../../program/exit.ts";
import { ownershipText } from "../../output/ownership.ts";
import { findNamed } from "../../input/resources.ts";

/** Keeps resources as those of no project: no apply of a manifest touches them any more. */
export const run: Run = async (call) => {
  const { io, args, options, style } = call;
  const client = await call.client();
  const { named } = await findNamed(client, args);
  const resources = named.map(({ kind, id }) => ({ kind, id }));
  const done = await client.detach({ resources });
  io.stdout.write(
    options.output === "json"
      ? `${JSON.stringify(done, null, 2)}\n`
      : `${ownershipText(done, style)}A manifest that declares them still would take them back.\n`,
  );
  return exitCodes.done;
};
