import type { Run } from "../../call/call.ts";
import { exitCodes } from "../../call/exit.ts";
import { version } from "../../call/version.ts";

/** Prints the version of this program. */
export const run: Run = async ({ io }) => {
  io.stdout.write(`monitorctl ${version}\n`);
  return exitCodes.done;
};
