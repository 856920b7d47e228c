import type { Run } from "../../call/call.ts";
import type { Taken } from "../../../client/inbound.ts";
import { takenText } from "../../tasks/report.ts";
import { exitCodes } from "../../call/exit.ts";
import { printedAsJson, wantsJson } from "../../output/structured.ts";

/** Has deliveries handled once more, as if they arrived now. */
export const run: Run = async (call) => {
  const { io, args, style } = call;
  const client = await call.client();
  const answers: Taken[] = [];
  for (const id of args) {
    const taken = await client.replayInbound(id, call.options["unauthenticated"] === true);
    answers.push(taken);
    if (!wantsJson(call))
      io.stdout.write(
        `${style.green(style.sign.done)} ${id}: replayed, ${takenText(taken)}${taken.unauthenticated ? "; the sender was not authenticated" : ""}\n`,
      );
  }
  printedAsJson(call, answers);
  return exitCodes.done;
};
