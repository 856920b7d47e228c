import type { Run } from "../../call/call.ts";
import { jsonBody } from "../../input/body.ts";
import { wrongInput } from "../../call/failure.ts";
import { inboundUrl, isPingUrl, send, takenText } from "../../tasks/report.ts";
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
  const url = await inboundUrl(call, typed);
  if (isPingUrl(url))
    throw wrongInput(
      "usage",
      "this is the address of a ping, where any body is a success",
      "send to the webhook URL, or name the monitor",
    );
  const taken = await send(call, url, body);
  return done(call, taken, `${takenText(taken)}. What became of it: monitorctl status`);
};
