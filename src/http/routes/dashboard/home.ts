/** The first screen. */
import { filterText, filterWord } from "../../site/filters.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { AlertGroup, Instant } from "../../../core/model/model.ts";
import type { Query } from "../../../dashboard/board/address.ts";
import type { OnCallLine } from "../../../dashboard/board/on-call-panel.ts";
import { overviewPage, tileStates } from "../../../dashboard/pages/overview.ts";
import { wallPage } from "../../../dashboard/pages/wall.ts";
import type { WallModel } from "../../../dashboard/wall/model.ts";
import { callerOf } from "../../request/auth.ts";
import { sendPage } from "../../answer/pages.ts";
import { activeSilences } from "../../site/active-silences.ts";
import { boardOf, kept } from "../../site/board.ts";
import { cardsOf } from "../../site/incident-cards.ts";
import { allGroups } from "../../site/lists.ts";
import { setupProblems } from "../../site/setup-problems.ts";
import { frameOf, page, type Site } from "../../site/site.ts";
import { day } from "../../../core/text/units.ts";

/** Incidents shown at most, and instants read for the columns of the day. */
const maxIncidents = 50;
const maxOpened = 5000;
const maxOnWall = 200;
const maxOnCall = 10;
/** Figures about the service itself are read at most this often, ms. */
const vitalsKept = 5000;

export function homeRoutes(app: FastifyInstance, site: Site): void {
  const { store, clock } = site;
  const vitals = kept(vitalsKept, (now) => store.read.vitals(now));
  const board = boardOf(site);

  app.get<{ Querystring: Record<string, string | string[]> }>(
    "/",
    page(),
    async (request, reply) => {
      const { org_id } = callerOf(request);
      const frame = frameOf(site, request);
      const query = queryOf(request);
      const now = clock.now();
      if (request.query["kiosk"] === "1")
        return sendPage(reply, wallPage(frame, await wallOf(site, org_id)));
      const groups = await allGroups(site, org_id);
      const [counts, unresolved, opened, on_call, setupSteps, own, silences] = await Promise.all([
        store.read.status_counts(org_id),
        store.read.open_incidents(org_id, maxIncidents),
        store.read.opened_since(org_id, now - day, maxOpened),
        onCallLines(site, org_id, groups, now),
        store.read.setupSteps(org_id),
        vitals(now),
        activeSilences(site, org_id, now),
      ]);
      return sendPage(
        reply,
        overviewPage(frame, {
          counts,
          open: unresolved.open,
          acknowledged: unresolved.acknowledged,
          unreached: own.unreached_incidents.filter((one) => one.org_id === org_id),
          incidents: await cardsOf(site, org_id, unresolved.incidents),
          opened,
          groups: await board.groups({ org_id, query, groups, own, silences, now }),
          group_total: groups.length,
          on_call,
          query,
          silences: silences.active.length,
          quiet: silences.ofAll,
          troubles: setupProblems(site, org_id, own, now),
          set_up: setupSteps.devices > 0 && setupSteps.members > 0 && setupSteps.monitors > 0,
        }),
      );
    },
  );
}

/** The first groups by title with their members. */
async function onCallLines(
  { store }: Pick<Site, "store">,
  org_id: string,
  groups: readonly AlertGroup[],
  now: Instant,
): Promise<OnCallLine[]> {
  const shown = groups.slice(0, maxOnCall);
  const rosters = await store.read.rosters(org_id, shown, now);
  return shown.map((group, i) => ({
    group,
    roster: rosters[i]!,
    escalates_to: groups.find(({ id }) => id === group.escalate_to)?.title ?? null,
  }));
}

/** The counts, and as many incidents and failing monitors as can be sorted for a wall. */
async function wallOf(site: Site, org_id: string): Promise<WallModel> {
  const { store } = site;
  const filter = { org_id, search: null, statuses: null, alert_group_ids: null };
  const [counts, { open, acknowledged, incidents }, monitors, counted, groups] = await Promise.all([
    store.read.status_counts(org_id),
    store.read.open_incidents(org_id, maxOnWall),
    store.read.board_monitors({ ...filter, limit: maxOnWall, offset: 0 }),
    store.read.group_counts(filter),
    allGroups(site, org_id),
  ]);
  const statuses = new Map(monitors.map(({ id, status }) => [id, status]));
  const ofGroup = Map.groupBy(counted, ({ alert_group_id }) => alert_group_id);
  const cards = await cardsOf(site, org_id, incidents);
  return {
    counts,
    open,
    acknowledged,
    incidents: cards.map((one) => ({
      ...one,
      status: statuses.get(one.incident.source_id) ?? null,
    })),
    monitors,
    groups: groups.map(({ id, title }) => ({ id, title, counts: ofGroup.get(id) ?? [] })),
  };
}

/** The filters in the address. */
const queryOf = (request: FastifyRequest): Query => ({
  state: filterWord(request, "state", tileStates),
  search: filterText(request, "search", 1000),
  open: filterText(request, "open", 1000).split(" ").filter(Boolean),
});
