import type { Run } from "../../program/call.ts";
import { exitCodes } from "../../program/exit.ts";
import { version } from "../../program/version.ts";

/** Prints the version of this program. */
export const run: Run = async ({ io }) => {
  io.stdout.write(`monitorctl ${version}\n`);
  return exitCodes.done;
};
