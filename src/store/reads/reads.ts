/**
 * All reads, from the files by noun. A read never writes, and waits for a writer a second at most. Its type is that of
 * its procedure, so that a read is written once.
 */
import type { Context } from "../queries/context.ts";
import type { Procedure } from "../kit/procedure.ts";
import { accessReads } from "./access.ts";
import { auditReads } from "./audit.ts";
import { checkedReads } from "./checks.ts";
import { deletedReads } from "./deleted.ts";
import { drillReads } from "./drills.ts";
import { eventReads } from "./events.ts";
import { historyReads } from "./history.ts";
import { inboundReads } from "./inbound.ts";
import { incidentReads } from "./incidents.ts";
import { monitorReads } from "./monitors.ts";
import { measureReads } from "./measures.ts";
import { notificationReads } from "./notifications.ts";
import { dutyReads } from "./on-call/report.ts";
import { feedReads, onCallReads } from "./on-call/schedules.ts";
import { overdueReads } from "./own/overdue.ts";
import { peopleReads } from "./people.ts";
import { projectReads } from "./projects.ts";
import type { Reader } from "../queries/reader.ts";
import { reportReads } from "./reports.ts";
import { resourceReads } from "./resources.ts";
import { silenceReads } from "./silences.ts";
import { singleSignOnReads } from "./single-sign-on.ts";
import { statusPageReads } from "./status-pages.ts";
import { uptimeReads } from "./past/uptime.ts";
import { vitalsReads } from "./vitals.ts";
export type { Order, Page, Position } from "../queries/reader.ts";

/** The reads over a database, which runs their procedures. `counts`: they may show the reports of webhook monitors. */
export function readsOf(
  c: Context,
  run: <Answer>(procedure: Procedure<Answer>, counts: boolean) => Promise<Answer>,
) {
  const reader =
    (counts: boolean): Reader =>
    (procedure) =>
    (...args) =>
      run(procedure(...args), counts);
  const read = reader(true);
  const apart = reader(false);
  return {
    ...accessReads(c, apart),
    ...singleSignOnReads(c, apart),
    ...resourceReads(c, read),
    ...deletedReads(c, read),
    ...projectReads(c, apart),
    ...feedReads(c, apart),
    ...peopleReads(c, apart),
    ...onCallReads(c, apart),
    ...dutyReads(c, apart),
    ...monitorReads(c, read),
    ...checkedReads(c, apart),
    ...historyReads(c, read),
    ...reportReads(c, read),
    ...measureReads(c, read),
    ...incidentReads(c, read),
    ...notificationReads(c, apart),
    ...silenceReads(c, apart),
    ...drillReads(c, apart),
    ...inboundReads(c, apart),
    ...statusPageReads(c, read),
    ...uptimeReads(c, apart),
    ...auditReads(c, apart),
    ...eventReads(c, apart),
    ...vitalsReads(c, apart),
    ...overdueReads(c, apart),
  };
}

export type Reads = ReturnType<typeof readsOf>;
