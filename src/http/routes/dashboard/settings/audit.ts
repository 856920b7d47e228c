/** The audit log, as a page and as CSV, for admins. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { csvText, type CsvCell } from "../../../../core/text/csv.ts";
import { referredIds } from "../../../../core/audit/referred-ids.ts";
import type { AuditEvent } from "../../../../core/model/model.ts";
import { auditPage } from "../../../../dashboard/settings/audit.ts";
import { actorOf, callerOf } from "../../../request/auth.ts";
import { sendPage } from "../../../answer/pages.ts";
import { sendCsv } from "../../../answer/send-csv.ts";
import { filterText } from "../../../site/filters.ts";
import { afterOf, olderOf, perPage } from "../../../site/older.ts";
import { settingsRoute } from "../../../site/settings/tab.ts";
import { frameOf, type Site } from "../../../site/site.ts";

/** Rows of a CSV at most. */
const mostRows = 10_000;

export function auditPages(app: FastifyInstance, site: Site): void {
  const { store } = site;

  const queryOf = (request: FastifyRequest) => ({
    actor: filterText(request, "actor"),
    kind: filterText(request, "kind"),
  });

  const eventsOf = (request: FastifyRequest, limit: number) => {
    const { actor, kind } = queryOf(request);
    return store.read.audit_events({
      org_id: callerOf(request).org_id,
      actor: actor || undefined,
      ...(kind === "sign_in" ? { action: kind } : { object_kind: kind || undefined }),
      // An apply is one row; the filter by kind finds its parts.
      whole: kind === "",
      order: "desc",
      after: afterOf(request),
      limit,
    });
  };

  app.get("/settings/audit", settingsRoute("audit"), async (request, reply) => {
    const { org_id } = callerOf(request);
    const [rows, known] = await Promise.all([
      eventsOf(request, perPage + 1),
      store.read.audit_filters(org_id),
    ]);
    const events = rows.slice(0, perPage);
    return sendPage(
      reply,
      auditPage(frameOf(site, request), {
        query: queryOf(request),
        events,
        ...known,
        titles: await store.read.titles(org_id, [...new Set(events.flatMap(referredIds))]),
        older: olderOf(rows, (one) => one.at),
      }),
    );
  });

  app.get("/settings/audit.csv", settingsRoute("audit"), async (request, reply) => {
    const events = await eventsOf(request, mostRows);
    return sendCsv(site, reply, actorOf(request), {
      name: "audit-log.csv",
      text: csvText(columns, events.map(cellsOf)),
    });
  });
}

const columns = [
  "at",
  "actor",
  "key_name",
  "account",
  "session_id",
  "client_address",
  "agent",
  "action",
  "object_kind",
  "object_id",
  "object_title",
  "changes",
] as const satisfies readonly (keyof AuditEvent)[];

const cellsOf = (event: AuditEvent): CsvCell[] =>
  columns.map((name) => {
    if (name === "at") return new Date(event.at).toISOString();
    return name === "changes" ? event.changes && JSON.stringify(event.changes) : event[name];
  });
