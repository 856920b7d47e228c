import { reportCsv } from "../../../core/on-call/report-csv.ts";
import type { Call, Run } from "../../call/call.ts";
import { exitCodes } from "../../call/exit.ts";
import { wrongInput } from "../../call/failure.ts";
import { jsonText, wantsJson } from "../../call/structured.ts";
import { instantText, momentOf } from "../../input/duration.ts";
import { reportMarkdown, reportTable } from "../../output/report/report-table.ts";

/** Reports on-call duty of a month, of a range, or of the last 28 days: as a table, CSV, Markdown or JSON. */
export const run: Run = async (call) => {
  const { io, options, style } = call;
  const client = await call.client();
  const report = await client.send("GET /reports/on_call", { query: periodOf(call) });
  const text = wantsJson(call)
    ? jsonText(report)
    : options.output === "csv"
      ? reportCsv(report)
      : options.output === "md"
        ? reportMarkdown(report)
        : reportTable(report, style);
  io.stdout.write(text);
  return exitCodes.done;
};

/** The period that was asked for. A month that is under way ends now. */
function periodOf({ io, options }: Call): { from?: string; until?: string } {
  const { month, from, until } = options;
  const now = io.now();
  if (typeof month === "string") {
    const begin = monthOf(month);
    const next = new Date(begin);
    next.setUTCMonth(next.getUTCMonth() + 1);
    return { from: instantText(begin), until: instantText(Math.min(next.getTime(), now)) };
  }
  const at = (flag: string, value: unknown) =>
    typeof value === "string" ? instantText(momentOf(flag, value, now, "UTC")) : undefined;
  const [begin, end] = [at("--from", from), at("--until", until)];
  return { ...(begin && { from: begin }), ...(end && { until: end }) };
}

/** The beginning of a month, UTC. */
function monthOf(month: string): number {
  const begin = /^\d{4}-\d\d$/.test(month) ? Date.parse(`${month}-01T00:00:00Z`) : NaN;
  if (!Number.isNaN(begin)) return begin;
  throw wrongInput("usage", `--month ${month} is not a month`, "for example --month 2026-11");
}
