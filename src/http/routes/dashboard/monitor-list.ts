/** The list of all monitors. */
import { filterText, filterWord } from "../../site/filters.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { MonitorRow } from "../../../dashboard/board/model.ts";
import { monitorOrders, type MonitorOrderWord } from "../../../dashboard/board/monitor-order.ts";
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
/** Monitors at most whose histories are read to put them in order, the worst first. */
const maxCalculated = 5000;

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
    // Orders by figures from the history of monitors are made here, the others by the database.
    const by = calculated[query.order];
    const [monitors, total, groups, silences, own] = await Promise.all([
      store.read.board_monitors({
        ...filter,
        order: by ? "worst" : ((query.order || "worst") as MonitorOrder),
        ...(by ? { limit: maxCalculated, offset: 0 } : { limit: perPage, offset }),
      }),
      store.read.monitor_count(filter),
      allGroups(site, org_id),
      activeSilences(site, org_id, now),
      vitals(now),
    ]);
    const rows = await board.rows(org_id, monitors, { silences, own, now });
    return sendPage(
      reply,
      monitorsPage(frameOf(site, request), {
        query,
        monitors: by ? sortedBy(rows, by).slice(offset, offset + perPage) : rows,
        offset,
        total,
        groups,
      }),
    );
  });
}

interface Calculated {
  value: (row: MonitorRow) => number | null;
  sign: 1 | -1;
}
const uptime = ({ uptime: { good } }: MonitorRow) => good;
const response = ({ response_ms }: MonitorRow) => response_ms;
const calculated: Partial<Record<MonitorOrderWord, Calculated>> = {
  uptime: { value: uptime, sign: 1 },
  uptime_down: { value: uptime, sign: -1 },
  fast: { value: response, sign: 1 },
  slow: { value: response, sign: -1 },
};

/** Rows without a value are last, and equal ones stay in their order. */
const sortedBy = (rows: readonly MonitorRow[], { value, sign }: Calculated): MonitorRow[] =>
  rows.toSorted((a, b) => {
    const [one, other] = [value(a), value(b)];
    return one === null || other === null
      ? Number(one === null) - Number(other === null)
      : sign * (one - other);
  });

/** The filters in the address; words that it does not know count as none. */
function queryOf(request: FastifyRequest): MonitorsQuery {
  return {
    search: filterText(request, "search"),
    state: filterWord(request, "state", tileStates),
    group: filterText(request, "group"),
    order: filterWord(request, "order", monitorOrders) as MonitorOrderWord,
    page: /^[1-9]\d{0,4}$/.exec(filterText(request, "page"))?.[0] ?? "",
  };
}
