/** The report of uptime, as a page and as CSV: the same that the API answers. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  monthAfter,
  monthFrom,
  monthPeriod,
  rangePeriod,
  type Period,
} from "../../../core/uptime/period.ts";
import { uptimeCsv } from "../../../core/uptime/report-csv.ts";
import { uptimePage } from "../../../dashboard/report/page.ts";
import type { ReportPage } from "../../../dashboard/report/model.ts";
import { sendPage } from "../../answer/pages.ts";
import { notFound } from "../../answer/problem.ts";
import { uptimeReport } from "../../answer/uptime/load.ts";
import { uptimeReportAnswer } from "../../answer/uptime/present.ts";
import { actorOf, callerOf } from "../../request/auth.ts";
import { sendCsv } from "../../answer/send-csv.ts";
import { allGroups } from "../../site/lists.ts";
import { frameOf, page, type Site } from "../../site/site.ts";

interface ReportQuery {
  month?: unknown;
  from?: unknown;
  to?: unknown;
  group?: unknown;
  project?: unknown;
  monitor?: unknown;
  for?: unknown;
}
type Asking = FastifyRequest<{ Querystring: ReportQuery }>;

const textOf = (value: unknown): string => (typeof value === "string" ? value.slice(0, 255) : "");

export function uptimeReportPages(app: FastifyInstance, site: Site): void {
  async function modelOf(request: Asking): Promise<ReportPage> {
    const { query } = request;
    const { now, zone } = frameOf(site, request);
    const { org_id } = callerOf(request);
    const filter = {
      group: textOf(query.group),
      project: textOf(query.project),
      monitor: textOf(query.monitor),
    };
    const chosen = periodOf(query, zone, now);
    const last = monthFrom(now, zone, 0);
    const period = chosen ?? monthPeriod(monthAfter(last, -1), zone, now)!;
    const [report, groups] = await Promise.all([
      uptimeReport(site, org_id, period, {
        alert_group_id: filter.group || undefined,
        project: filter.project || undefined,
        ids: filter.monitor === "" ? undefined : [filter.monitor],
      }),
      allGroups(site, org_id),
    ]);
    if (!report) throw notFound(filter.monitor === "" ? "alert group" : "monitor");
    const month = period.month ?? monthFrom(period.from, zone, 0);
    return {
      report,
      filter,
      view: query.for === "customer" ? "customer" : "team",
      groups,
      projects: [
        ...new Set([
          ...groups.map(({ project }) => project),
          ...report.projects.map(({ id }) => id),
        ]),
      ]
        .filter((project) => project !== null)
        .sort(),
      months: {
        before: monthAfter(month, -1),
        after: month < last ? monthAfter(month, 1) : null,
        last,
      },
      problem: chosen ? null : "Choose a month that has begun, or a period of a year at most.",
    };
  }

  app.get<{ Querystring: ReportQuery }>("/reports", page(), async (request, reply) =>
    sendPage(reply, uptimePage(frameOf(site, request), await modelOf(request))),
  );

  app.get<{ Querystring: ReportQuery }>("/reports.csv", page(), async (request, reply) => {
    const { report } = await modelOf(request);
    const answer = uptimeReportAnswer(report);
    const name = `uptime-${answer.month ?? answer.from.slice(0, 10)}.csv`;
    return sendCsv(site, reply, actorOf(request), { name, text: uptimeCsv(answer) });
  });
}

/** The period of an address: a month, or two instants. Left out: the last month; null: neither can be read. */
function periodOf({ month, from, to }: ReportQuery, zone: string, now: number): Period | null {
  if (textOf(month) !== "") return monthPeriod(textOf(month), zone, now);
  if (textOf(from) === "") return monthPeriod(monthFrom(now, zone, -1), zone, now);
  const [begin, end] = [Date.parse(textOf(from)), Date.parse(textOf(to))];
  return Number.isNaN(begin) || Number.isNaN(end)
    ? null
    : rangePeriod({ from: begin, to: end }, zone, now);
}
