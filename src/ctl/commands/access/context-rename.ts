import { doneLine } from "../../output/style.ts";
import type { Run } from "../../call/call.ts";
import { renameContext } from "../../connect/contexts.ts";
import { exitCodes } from "../../call/exit.ts";
import { unknownContext } from "../../connect/unknown-context.ts";

/** Calls a context by another name. */
export const run: Run = async ({ io, args, style }) => {
  const [from = "", to = ""] = args;
  if (!(await renameContext(io, from, to))) throw unknownContext(io, from);
  io.stdout.write(doneLine(style, `"${from}" is "${to}" now`));
  return exitCodes.done;
};
