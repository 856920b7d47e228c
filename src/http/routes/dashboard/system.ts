/** The health of the service itself, as a page. */
import type { FastifyInstance } from "fastify";
import { auditPage } from "../../../dashboard/pages/audit.ts";
import { systemPage } from "../../../dashboard/pages/system.ts";
import { callerOf } from "../../request/auth.ts";
import { healthReport } from "../../answer/health.ts";
import { afterOf, olderThan, perPage } from "./incidents.ts";
import { sendPage } from "../../site/pages.ts";
import { frameOf, page, type Site } from "./site.ts";

export function systemPages(app: FastifyInstance, site: Site): void {
  const { store, clock, outside } = site;
  app.get("/audit", page("admin"), async (request, reply) => {
    const rows = await store.read.audit_events({
      org_id: callerOf(request).org_id,
      order: "desc",
      after: afterOf(request),
      limit: perPage + 1,
    });
    const events = rows.slice(0, perPage);
    const more = rows.length > perPage;
    return sendPage(
      reply,
      auditPage(frameOf(site, request), {
        events,
        older: more ? olderThan(events.at(-1), (one) => one.at) : null,
      }),
    );
  });

  app.get("/system", page(), async (request, reply) => {
    const { org_id } = callerOf(request);
    const now = clock.now();
    const vitals = await store.read.vitals(now);
    const report = healthReport(vitals, outside(), store.failure(), now);
    const frame = frameOf(site, request);
    const own = <T extends { org_id: string }>(rows: T[]) =>
      rows.filter((row) => row.org_id === org_id);
    return sendPage(
      reply,
      systemPage(frame, {
        checks: report.checkResults,
        unreachable_groups: own(vitals.unreachable_groups),
        unreached_incidents: own(vitals.unreached_incidents),
        unanswered_drills: own(vitals.unanswered_drills),
        broken_devices: own(vitals.broken_devices),
        blind_periods: vitals.blind_periods,
        channels: frame.may.admin ? outside().channels : [],
        nodes: frame.may.admin
          ? vitals.nodes.map((node) => ({
              ...node,
              seen_at: store.shared ? node.seen_at : null,
            }))
          : [],
        database: store.shared ? "PostgreSQL" : "SQLite",
      }),
    );
  });
}
