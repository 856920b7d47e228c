/** The health of the service itself, as a page. */
import type { FastifyInstance } from "fastify";
import { servicePage } from "../../../../dashboard/settings/service.ts";
import { callerOf } from "../../../request/auth.ts";
import { healthReport } from "../../../answer/health.ts";
import { sendPage } from "../../../answer/pages.ts";
import { settingsRoute } from "../../../site/settings/tab.ts";
import { frameOf, type Site } from "../../../site/site.ts";

export function servicePages(app: FastifyInstance, site: Site): void {
  const { store, clock, outside } = site;
  app.get("/settings/service", settingsRoute("service"), async (request, reply) => {
    const { org_id } = callerOf(request);
    const now = clock.now();
    const vitals = await store.read.vitals(now);
    const seen = outside();
    const report = healthReport(vitals, seen, store.failure(), now);
    const frame = frameOf(site, request);
    const own = <T extends { org_id: string }>(rows: T[]) =>
      rows.filter((row) => row.org_id === org_id);
    return sendPage(
      reply,
      servicePage(frame, {
        checks: report.checkResults,
        unreachable_groups: own(vitals.unreachable_groups),
        unreached_incidents: own(vitals.unreached_incidents),
        unanswered_drills: own(vitals.unanswered_drills),
        broken_devices: own(vitals.broken_devices),
        blind_periods: vitals.blind_periods,
        channels: frame.may.admin ? seen.channels : [],
        nodes: frame.may.admin
          ? vitals.nodes.map((node) => ({
              ...node,
              seen_at: store.shared ? node.seen_at : null,
            }))
          : [],
        minutes: seen.minutes,
        database: store.shared ? "PostgreSQL" : "SQLite",
      }),
    );
  });
}
