import { doneLine } from "../../output/style.ts";
import type { Run } from "../../call/call.ts";
import { exitCodes } from "../../call/exit.ts";
import { silenceIds } from "../../input/silence-ids.ts";
import { silenceText } from "../../output/silence.ts";
import { namesOfSilenced } from "../../tasks/silenced.ts";
import { printedAsJson } from "../../call/structured.ts";

/** Corrects the reason of a silence. */
export const run: Run = async (call) => {
  const { io, args, style, options } = call;
  const client = await call.client();
  const [id = ""] = await silenceIds(client, args);
  const body = { reason: String(options["reason"]) };
  const silence = await client.send("PUT /silences/:id", { id, body });
  if (printedAsJson(call, silence)) return exitCodes.done;
  const names = await namesOfSilenced(client, [silence]);
  io.stdout.write(doneLine(style, silenceText(silence, names)));
  return exitCodes.done;
};
