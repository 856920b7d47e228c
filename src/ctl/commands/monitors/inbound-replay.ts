import { doneLine } from "../../output/style.ts";
import type { Accepted } from "../../../api/inbound.ts";
import type { Run } from "../../call/call.ts";

import { takenText } from "../../tasks/report.ts";
import { exitCodes } from "../../call/exit.ts";
import { printedAsJson, wantsJson } from "../../call/structured.ts";

/** Has deliveries handled once more, as if they arrived now. */
export const run: Run = async (call) => {
  const { io, args, style } = call;
  const client = await call.client();
  const answers: Accepted[] = [];
  for (const id of args) {
    const taken = await client.send("POST /inbound_events/:id/replay", {
      id,
      body: call.options["unauthenticated"] === true ? { confirm: "unauthenticated" } : {},
    });
    answers.push(taken);
    if (!wantsJson(call))
      io.stdout.write(
        doneLine(
          style,
          `${id}: replayed, ${takenText(taken)}${taken.unauthenticated ? "; the sender was not authenticated" : ""}`,
        ),
      );
  }
  printedAsJson(call, answers);
  return exitCodes.done;
};
