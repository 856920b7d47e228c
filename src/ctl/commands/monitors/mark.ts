import { doneLine } from "../../output/style.ts";
import type { Run } from "../../call/call.ts";
import { instantText, momentOf } from "../../input/duration.ts";
import { targetOf } from "../../input/target.ts";
import { typedText } from "../../input/typed-text.ts";
import { exitCodes } from "../../call/exit.ts";
import { oneLine } from "../../output/text.ts";
import { printedAsJson } from "../../call/structured.ts";

/** Marks a moment in charts, such as a deployment; `-` takes the text from the input. */
export const run: Run = async (call) => {
  const { io, args, options, style } = call;
  const { link, at, by } = options;
  const text = await typedText(call, args, "the text", 'monitorctl mark "Deploy 4.12"');
  const moment = typeof at === "string" ? momentOf("--at", at, io.now()) : null;
  const client = await call.client();
  const mark = await client.send("POST /marks", {
    body: {
      text,
      ...(typeof link === "string" ? { url: link } : {}),
      ...(moment === null ? {} : { at: instantText(moment) }),
      ...(typeof by === "string" ? { by } : {}),
      ...(await targetOf(client, options)),
    },
  });
  if (!printedAsJson(call, mark))
    io.stdout.write(doneLine(style, `${oneLine(mark.text)}: marked at ${mark.at}`));
  return exitCodes.done;
};
