/** The report of a month of all monitors, as the mail that each person gets. */
import type { Letter } from "../../../core/access/letter.ts";
import { monthPeriod } from "../../../core/uptime/period.ts";
import { uptimeCsv } from "../../../core/uptime/report-csv.ts";
import { reportLetter } from "../../../core/uptime/report-letter.ts";
import { uptimeReport } from "./load.ts";
import { uptimeReportAnswer } from "./present.ts";

/** `zone`: by which the month is counted; it has ended. */
export async function mailedReport(
  deps: Parameters<typeof uptimeReport>[0],
  of: { org_id: string; month: string; zone: string; site: string | null },
): Promise<(to: string, user_id: string) => Letter> {
  const { org_id, month, zone, site } = of;
  const period = monthPeriod(month, zone, deps.clock.now());
  const report = period && (await uptimeReport(deps, org_id, period, {}));
  if (!report) throw new Error(`no report of ${month}`);
  const answer = uptimeReportAnswer(report);
  const csv = uptimeCsv(answer);
  return (to, user_id) => reportLetter(answer, { to, user_id, month, csv, site });
}
