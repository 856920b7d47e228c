/** Routes of reports about monitors. */
import { reportParameters, UptimeReport } from "../reports/uptime.ts";
import { answered } from "./answers.ts";
import { tagged } from "./row.ts";

const report = answered(200, "The report.", UptimeReport);
const { description, content } = report.responses[200] as {
  description: string;
  content: object;
};

export const reports = tagged("health_check_monitors", {
  "GET /reports/uptime": {
    id: "report_uptime",
    scope: "read",
    summary:
      "Report the uptime of monitors, and the incidents and pages of their groups, for a month",
    description:
      "Time that was not observed (pauses, monitoring gaps, before the first result) counts neither as up nor as down. Maintenance is planned work that was announced before it began: maintenance windows, and scheduled silences with an end. Monitors are reported in the group and project that they are in now; deleted monitors are left out.",
    query: reportParameters,
    answer: {
      ...report,
      responses: {
        ...report.responses,
        200: { description, content: { ...content, "text/csv": { schema: {} } } },
      },
    },
  },
});
