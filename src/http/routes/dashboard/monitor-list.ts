/** The list of all monitors. */
import { filterText, filterWord } from "../../site/filters.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { monitorsPage, type MonitorsQuery } from "../../../dashboard/pages/monitors.ts";
import { tileStates } from "../../../dashboard/pages/overview.ts";
import type { MonitorOrder } from "../../../store/reads/monitors.ts";
import { callerOf } from "../../request/auth.ts";
import { activeSilences } from "../../site/active-silences.ts";
import { sendPage } from "../../answer/pages.ts";
import { boardOf, kept } from "../../site/board.ts";
import { allGroups } from "../../site/lists.ts";
import { frameOf, page, type Site } from "../../site/site.ts";

const perPage = 50;
const vitalsKept = 5000;

export function monitorListPages(app: FastifyInstance, site: Site): void {
  const { store, clock } = site;
  const board = boardOf(site);
  const vitals = kept(vitalsKept, (now) => store.read.vitals(now));

  app.get("/monitors", page(), async (request, reply) => {
    const { org_id } = callerOf(request);
    const query = queryOf(request);
    const now = clock.now();
    const filter = {
      org_id,
      search: query.search || null,
      statuses: tileStates[query.state as keyof typeof tileStates] ?? null,
      alert_group_ids: query.group === "" ? null : [query.group],
    };
    const offset = (Number(query.page || 1) - 1) * perPage;
    const [monitors, total, groups, silences, own] = await Promise.all([
      store.read.board_monitors({
        ...filter,
        order: (query.order || "worst") as MonitorOrder,
        limit: perPage,
        offset,
      }),
      store.read.monitor_count(filter),
      allGroups(site, org_id),
      activeSilences(site, org_id, now),
      vitals(now),
    ]);
    return sendPage(
      reply,
      monitorsPage(frameOf(site, request), {
        query,
        monitors: await board.rows(org_id, monitors, { silences, own, now }),
        offset,
        total,
        groups,
      }),
    );
  });
}

/** The filters in the address; words that it does not know count as none. */
function queryOf(request: FastifyRequest): MonitorsQuery {
  return {
    search: filterText(request, "search"),
    state: filterWord(request, "state", tileStates),
    group: filterText(request, "group"),
    order: filterWord(request, "order", { title: 1, recent: 1 }),
    page: /^[1-9]\d{0,4}$/.exec(filterText(request, "page"))?.[0] ?? "",
  };
}
