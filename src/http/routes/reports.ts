/** The report of uptime of a month or another period, as JSON or CSV. */
import type { reports } from "../../api/routes/reports.ts";
import type { Query } from "../../api/routes/table.ts";
import { isTimezone } from "../../core/declare/rules.ts";
import type { Instant } from "../../core/model/model.ts";
import { day } from "../../core/text/units.ts";
import { monthFrom, monthPeriod, rangePeriod, type Period } from "../../core/uptime/period.ts";
import { uptimeCsv } from "../../core/uptime/report-csv.ts";
import { instantOf } from "../answer/instants.ts";
import { uptimeReportAnswer } from "../answer/uptime/present.ts";
import { invalid, notFound } from "../answer/problem.ts";
import { uptimeReport } from "../answer/uptime/load.ts";
import { writtenInTurns } from "../answer/written.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../request/asked.ts";

export const reportRoutes = (deps: Deps): Handlers<keyof typeof reports> => ({
  "GET /reports/uptime": async ({ query, caller, now, request, reply }) => {
    const { alert_group_id, project, monitor_id, format } = query;
    const ids = monitor_id === undefined ? undefined : [monitor_id];
    const set = { alert_group_id, project, ids };
    const report = await uptimeReport(deps, caller.org_id, periodOf(query, now), set);
    if (!report) throw notFound(ids === undefined ? "alert group" : "monitor");
    const answer = uptimeReportAnswer(report);
    const accepted = request.headers.accept ?? "";
    if ((format ?? (accepted.startsWith("text/csv") ? "csv" : "json")) === "json")
      return writtenInTurns(answer);
    return reply
      .type("text/csv; charset=utf-8")
      .header(
        "content-disposition",
        `attachment; filename="uptime-${answer.month ?? answer.from.slice(0, 10)}.csv"`,
      )
      .send(uptimeCsv(answer));
  },
});

/** The period that a request asks for; throws when it has none. */
function periodOf(
  { month, from, to, timezone = "UTC" }: Query<"GET /reports/uptime">,
  now: Instant,
): Period {
  const wrong = (field: string, code: string, message: string) =>
    invalid([{ field, code, message }]);
  if (!isTimezone(timezone)) throw wrong("timezone", "timezone", `unknown time zone "${timezone}"`);
  const [begin, end] = [instantOf(from), instantOf(to)];
  if (begin === null && end === null) {
    const period = monthPeriod(month ?? monthFrom(now, timezone, -1), timezone, now);
    if (!period)
      throw wrong("month", "range", "must not be in the future: a report is about the past");
    return period;
  }
  if (month !== undefined) throw wrong("month", "conflict", "cannot be combined with from and to");
  const until = end ?? now;
  const period = rangePeriod({ from: begin ?? until - 30 * day, to: until }, timezone, now);
  if (!period)
    throw wrong("from", "range", "must be before to, in the past, and at most 366 days before to");
  return period;
}
