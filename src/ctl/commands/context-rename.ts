import type { Run } from "../call.ts";
import { renameContext } from "../contexts.ts";
import { exitCodes } from "../exit.ts";
import { unknownContext } from "../unknown-context.ts";

/** Calls a context by another name. */
export const run: Run = async ({ io, args, style }) => {
  const [from = "", to = ""] = args;
  if (!(await renameContext(io, from, to))) throw unknownContext(io, from);
  io.stdout.write(`${style.green(style.sign.done)} "${from}" is "${to}" now\n`);
  return exitCodes.done;
};
