/** The audit log, as a page for admins. */
import type { FastifyInstance } from "fastify";
import { auditPage } from "../../../../dashboard/settings/audit.ts";
import { callerOf } from "../../../request/auth.ts";
import { sendPage } from "../../../answer/pages.ts";
import { filterText } from "../../../site/filters.ts";
import { afterOf, olderOf, perPage } from "../../../site/older.ts";
import { settingsRoute } from "../../../site/settings/tab.ts";
import { frameOf, type Site } from "../../../site/site.ts";

export function auditPages(app: FastifyInstance, site: Site): void {
  const { store } = site;

  app.get("/settings/audit", settingsRoute("audit"), async (request, reply) => {
    const { org_id } = callerOf(request);
    const query = { actor: filterText(request, "actor"), kind: filterText(request, "kind") };
    const [found, known] = await Promise.all([
      store.read.audit_events({
        org_id,
        actor: query.actor || undefined,
        object_kind: query.kind || undefined,
        order: "desc",
        after: afterOf(request),
        limit: perPage + 1,
      }),
      store.read.audit_filters(org_id),
    ]);
    return sendPage(
      reply,
      auditPage(frameOf(site, request), {
        query,
        events: found.slice(0, perPage),
        ...known,
        older: olderOf(found, (one) => one.at),
      }),
    );
  });
}
