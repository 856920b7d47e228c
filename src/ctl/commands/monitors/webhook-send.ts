import type { Run } from "../../call/call.ts";
import { jsonBody } from "../../input/body.ts";
import { wrongInput } from "../../call/failure.ts";
import { inboundUrl, send, takenText } from "../../tasks/report.ts";
import { done } from "../../call/structured.ts";

/** Posts a report, or any JSON, as an application would, to try out a webhook URL. */
export const run: Run = async (call) => {
  const { io, args, options } = call;
  const [typed = "", ...words] = args;
  const { data, source } = options;
  const message = words.join(" ");
  if ((message === "") === (typeof data !== "string"))
    throw wrongInput(
      "usage",
      message === "" ? "nothing to send" : "only one body can be sent",
      `monitorctl webhook send ${typed} "it broke", or --data @alert.json`,
    );
  const body =
    typeof data === "string"
      ? await jsonBody(io, data)
      : JSON.stringify({
          message,
          source: typeof source === "string" ? source : "monitorctl",
        });
  const taken = await send(call, await inboundUrl(call, typed), body);
  return done(call, taken, `${takenText(taken)}. What became of it: monitorctl status`);
};
