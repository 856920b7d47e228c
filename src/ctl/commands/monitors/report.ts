import { uptimeCsv } from "../../../core/uptime/report-csv.ts";
import { monthFrom } from "../../../core/uptime/period.ts";
import { isTimezone } from "../../../core/declare/rules.ts";
import type { Call, Run } from "../../call/call.ts";
import { exitCodes } from "../../call/exit.ts";
import { wrongInput } from "../../call/failure.ts";
import { jsonText, wantsJson } from "../../call/structured.ts";
import { instantText, momentOf, ownZone } from "../../input/duration.ts";
import { targetOf } from "../../input/target.ts";
import { uptimeHtml } from "../../output/report/uptime-html.ts";
import { uptimeMarkdown, uptimeTable } from "../../output/report/uptime.ts";

/** Reports the uptime of a month, or of another period: as a table, Markdown, a page, CSV or JSON. */
export const run: Run = async (call) => {
  const { io, options, style } = call;
  const client = await call.client();
  const { project } = options;
  const target = await targetOf(client, options);
  const query = {
    ...periodOf(call),
    ...target,
    ...(typeof project === "string" && { project }),
  };
  const report = await client.send("GET /reports/uptime", { query });
  io.stdout.write(
    wantsJson(call)
      ? jsonText(report)
      : options.output === "csv"
        ? uptimeCsv(report)
        : options.output === "md"
          ? uptimeMarkdown(report)
          : options.output === "html"
            ? uptimeHtml(report)
            : uptimeTable(report, style),
  );
  return exitCodes.done;
};

/** The period that was asked for, in the time zone of this machine unless another one is named. */
function periodOf({ io, options }: Call) {
  const { month, from, until } = options;
  const timezone = zoneOf(options["timezone"]);
  const now = io.now();
  if (from === undefined && until === undefined)
    return { timezone, month: typeof month === "string" ? month : monthFrom(now, timezone, -1) };
  const at = (flag: string, value: unknown) =>
    typeof value === "string" ? instantText(momentOf(flag, value, now, timezone)) : undefined;
  const [begin, end] = [at("--from", from), at("--until", until)];
  return { timezone, ...(begin && { from: begin }), ...(end && { to: end }) };
}

function zoneOf(typed: unknown): string {
  if (typeof typed !== "string") return ownZone();
  if (isTimezone(typed)) return typed;
  throw wrongInput(
    "usage",
    `--timezone ${typed} is unknown`,
    "for example --timezone Europe/Berlin",
  );
}
