/** The list of incidents, as a page and as CSV. */
import { csvText } from "../../../core/text/csv.ts";
import { sendCsv } from "../../answer/send-csv.ts";
import { filterText, filterWord } from "../../site/filters.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Incident, IncidentStatus } from "../../../core/model/model.ts";
import {
  incidentRanges,
  incidentsPage,
  incidentTabs,
  rangeOf,
  type IncidentsQuery,
} from "../../../dashboard/pages/incidents.ts";
import { actorOf, callerOf } from "../../request/auth.ts";
import { timestamp } from "../../answer/present.ts";
import { sendPage } from "../../answer/pages.ts";
import { cardsOf } from "../../site/incident-cards.ts";
import { allGroups } from "../../site/lists.ts";
import { afterOf, olderOf, perPage } from "../../site/older.ts";
import { frameOf, page, type Site } from "../../site/site.ts";

/** Instants read for the columns of the picture, and rows of the CSV. */
const maxOpened = 5000;
const maxRows = 5000;

const statuses: Record<keyof typeof incidentTabs, readonly IncidentStatus[] | undefined> = {
  open: ["open", "acknowledged"],
  mine: ["acknowledged"],
  resolved: ["resolved"],
  all: undefined,
};

export function incidentListPages(app: FastifyInstance, site: Site): void {
  const { store, clock } = site;

  app.get("/incidents", page(), async (request, reply) => {
    const { org_id, name } = callerOf(request);
    const query = queryOf(request);
    const now = clock.now();
    const filter = filterOf(org_id, name, query);
    const { count, step_ms } = rangeOf(query);
    const [found, total, opened, groups] = await Promise.all([
      store.read.incidents({
        ...filter,
        after: afterOf(request),
        order: "desc",
        limit: perPage + 1,
      }),
      store.read.incident_count(filter),
      store.read.opened_since(org_id, now - count * step_ms, maxOpened),
      allGroups(site, org_id),
    ]);
    const incidents = found.slice(0, perPage);
    const isUnresolved = query.tab === "" || query.tab === "mine";
    return sendPage(
      reply,
      incidentsPage(frameOf(site, request), {
        query,
        incidents,
        rows: isUnresolved ? await cardsOf(site, org_id, incidents) : null,
        total,
        opened,
        groups,
        older: olderOf(found, (one) => one.opened_at),
      }),
    );
  });

  app.get("/incidents.csv", page(), async (request, reply) => {
    const { org_id, name } = callerOf(request);
    const [incidents, groups] = await Promise.all([
      store.read.incidents({
        ...filterOf(org_id, name, queryOf(request)),
        after: null,
        order: "desc",
        limit: maxRows,
      }),
      allGroups(site, org_id),
    ]);
    const titles = new Map(groups.map(({ id, title }) => [id, title]));
    return sendCsv(site, reply, actorOf(request), {
      name: "incidents.csv",
      text: csvOf(incidents, titles),
    });
  });

  function filterOf(org_id: string, name: string, query: IncidentsQuery) {
    const tab = (query.tab || "open") as keyof typeof incidentTabs;
    const range = incidentRanges[query.range as keyof typeof incidentRanges];
    return {
      org_id,
      statuses: statuses[tab],
      acknowledged_by: tab === "mine" ? name : undefined,
      search: query.search || undefined,
      alert_group_id: query.group || undefined,
      priority_level: query.priority === "" ? undefined : Number(query.priority),
      since: range ? clock.now() - range.count * range.step_ms : undefined,
    };
  }
}

/** The filters in the address; words that it does not know count as none. */
function queryOf(request: FastifyRequest): IncidentsQuery {
  return {
    tab: filterWord(request, "tab", { mine: 1, resolved: 1, all: 1 }),
    search: filterText(request, "search"),
    group: filterText(request, "group"),
    priority: filterWord(request, "priority", { 1: 1, 2: 1, 3: 1 }),
    range: filterWord(request, "range", incidentRanges),
  };
}

const columns = [
  "number",
  "title",
  "status",
  "priority",
  "group",
  "opened_at",
  "acknowledged_at",
  "acknowledged_by",
  "resolved_at",
  "duration_seconds",
];

/** A line per incident. */
function csvOf(incidents: readonly Incident[], groups: ReadonlyMap<string, string>): string {
  const at = (instant: number | null) => (instant === null ? null : timestamp(instant));
  return csvText(
    columns,
    incidents.map((one) => [
      one.number,
      one.title,
      one.status,
      one.priority_level,
      groups.get(one.alert_group_id) ?? null,
      at(one.opened_at),
      at(one.acknowledged_at),
      one.acknowledged_by,
      at(one.resolved_at),
      one.resolved_at === null ? null : Math.round((one.resolved_at - one.opened_at) / 1000),
    ]),
  );
}
