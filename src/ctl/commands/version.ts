import type { Run } from "../call.ts";
import { exitCodes } from "../exit.ts";
import { version } from "../version.ts";

/** Prints the version of this program. */
export const run: Run = async ({ io }) => {
  io.stdout.write(`monitorctl ${version}\n`);
  return exitCodes.done;
};
