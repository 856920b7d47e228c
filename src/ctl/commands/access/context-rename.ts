import type { Run } from "../../program/call.ts";
import { renameContext } from "../../connect/contexts.ts";
import { exitCodes } from "../../program/exit.ts";
import { unknownContext } from "../../connect/unknown-context.ts";

/** Calls a context by another name. */
export const run: Run = async ({ io, args, style }) => {
  const [from = "", to = ""] = args;
  if (!(await renameContext(io, from, to))) throw unknownContext(io, from);
  io.stdout.write(`${style.green(style.sign.done)} "${from}" is "${to}" now\n`);
  return exitCodes.done;
};
