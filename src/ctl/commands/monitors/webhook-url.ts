import type { Run } from "../../call/call.ts";
import { exitCodes } from "../../call/exit.ts";
import { inboundUrl } from "../../tasks/report.ts";

/** Prints the webhook URL alone. It is enough to report errors. */
export const run: Run = async (call) => {
  call.io.stdout.write(`${await inboundUrl(call, call.args[0]!)}\n`);
  return exitCodes.done;
};
