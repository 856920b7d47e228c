import { doneLine } from "../../output/style.ts";
import type { Silence } from "../../../api/silences.ts";
import type { Run } from "../../call/call.ts";
import { exitCodes } from "../../call/exit.ts";
import { silenceIds } from "../../input/silence-ids.ts";
import { silenceText } from "../../output/silence.ts";
import { namesOfSilenced } from "../../tasks/silenced.ts";
import { printedAsJson } from "../../call/structured.ts";

/** Ends silences now, by id or the end of one, and sends notifications on hold. */
export const run: Run = async (call) => {
  const { io, args, style } = call;
  const client = await call.client();
  const ids = await silenceIds(client, args);
  const ended: Silence[] = [];
  for (const id of ids) ended.push(await client.send("DELETE /silences/:id", { id }));
  if (printedAsJson(call, ended)) return exitCodes.done;
  const names = await namesOfSilenced(client, ended);
  for (const silence of ended) io.stdout.write(doneLine(style, `${silenceText(silence, names)}`));
  return exitCodes.done;
};
