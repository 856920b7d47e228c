/** The report of on-call duty, as a page and as CSV: the same that the API answers. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { reportCsv } from "../../../../core/on-call/report-csv.ts";
import { reportPage, type ReportModel } from "../../../../dashboard/pages/on-call-report.ts";
import { dutyReport } from "../../../answer/duty/load.ts";
import { sendPage } from "../../../answer/pages.ts";
import { actorOf, callerOf } from "../../../request/auth.ts";
import { sendCsv } from "../../../answer/send-csv.ts";
import { periodOf, type ReportQuery } from "../../../site/on-call/report-period.ts";
import { frameOf, page, type Site } from "../../../site/site.ts";

type Asking = FastifyRequest<{ Querystring: ReportQuery }>;

export function reportPages(app: FastifyInstance, site: Site): void {
  async function modelOf(request: Asking): Promise<ReportModel> {
    const period = periodOf(request.query, frameOf(site, request));
    const { org_id } = callerOf(request);
    return {
      period,
      report: await dutyReport(site, org_id, period),
    };
  }

  app.get<{ Querystring: ReportQuery }>("/reports/on_call", page(), async (request, reply) =>
    sendPage(reply, reportPage(frameOf(site, request), await modelOf(request))),
  );

  app.get<{ Querystring: ReportQuery }>("/reports/on_call.csv", page(), async (request, reply) => {
    const { report } = await modelOf(request);
    return sendCsv(site, reply, actorOf(request), { name: "on-call.csv", text: reportCsv(report) });
  });
}
