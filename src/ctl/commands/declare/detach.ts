import type { Run } from "../../call/call.ts";
import { exitCodes } from "../../call/exit.ts";
import { ownershipText } from "../../declare/ownership.ts";
import { findSeveral } from "../../input/find-several.ts";
import { printResult } from "../../call/structured.ts";

/** Keeps resources as those of no project: no apply of a manifest touches them any more. */
export const run: Run = async (call) => {
  const { args, style } = call;
  const client = await call.client();
  const { named } = await findSeveral(client, args);
  const resources = named.map(({ kind, id }) => ({ kind, id }));
  const done = await client.send("POST /detach", { body: { resources } });
  printResult(
    call,
    done,
    () =>
      `${ownershipText(done, style)}A manifest that declares them still would take them back.\n`,
  );
  return exitCodes.done;
};
