import type { Run } from "../../call/call.ts";
import { exitCodes } from "../../call/exit.ts";
import { inboundTarget } from "../../tasks/report.ts";

/** Prints the webhook URL alone, or the ping URL. Either is enough to report. */
export const run: Run = async (call) => {
  const { io, args, options } = call;
  const { url, pingUrl } = await inboundTarget(call, args[0]!);
  io.stdout.write(`${options["ping"] === true ? pingUrl : url}\n`);
  return exitCodes.done;
};
