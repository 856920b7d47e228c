import type { Run } from "../call.ts";
import { exitCodes } from "../exit.ts";
import { inboundUrl } from "../report.ts";

/** Prints the inbound URL alone. Whoever has it may report errors. */
export const run: Run = async (call) => {
  call.io.stdout.write(`${await inboundUrl(call, call.args[0]!)}\n`);
  return exitCodes.done;
};
