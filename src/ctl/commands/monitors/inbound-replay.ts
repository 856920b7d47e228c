import type { Run } from "../../program/call.ts";
import type { Taken } from "../../../client/inbound.ts";
import { takenText } from "../../tasks/report.ts";
import { exitCodes } from "../../program/exit.ts";

/** Has deliveries handled once more, as if they arrived now. */
export const run: Run = async (call) => {
  const { io, args, options, style } = call;
  const client = await call.client();
  const answers: Taken[] = [];
  for (const id of args) {
    const taken = await client.replayInbound(id);
    answers.push(taken);
    if (options.output !== "json")
      io.stdout.write(`${style.green(style.sign.done)} ${id}: replayed, ${takenText(taken)}\n`);
  }
  if (options.output === "json") io.stdout.write(`${JSON.stringify(answers, null, 2)}\n`);
  return exitCodes.done;
};
