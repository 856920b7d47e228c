import type { Run } from "../../call/call.ts";
import { Failure } from "../../call/failure.ts";
import { exitCodes } from "../../call/exit.ts";
import { inboundTarget } from "../../tasks/report.ts";

/** Prints the webhook URL alone, the ping URL, or a DSN. Each is enough to report. */
export const run: Run = async (call) => {
  const { io, args, options } = call;
  const { url, pingUrl } = await inboundTarget(call, args[0]!);
  const printed =
    options["sentry"] === true ? dsnOf(url) : options["ping"] === true ? pingUrl : url;
  io.stdout.write(`${printed}\n`);
  return exitCodes.done;
};

/** The address that Sentry SDKs ask for: the webhook id is its key, without dashes. */
function dsnOf(webhookUrl: string): string {
  const url = new URL(webhookUrl);
  const [, base = "", id = ""] = /^(.*)\/api\/webhook\/([0-9a-f-]+)$/.exec(url.pathname) ?? [];
  if (id === "")
    throw new Failure("a ping URL takes no reports of a Sentry SDK", {
      exit: exitCodes.input,
      code: "usage",
      next: "pass the webhook URL, or the name of a webhook monitor",
    });
  url.username = id.replaceAll("-", "");
  url.pathname = `${base}/1`;
  return url.href;
}
