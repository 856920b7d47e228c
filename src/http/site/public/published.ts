/** Puts the content of a public status page together from the store. */
import type { PublicPage } from "../../../store/reads/status-pages.ts";
import type { Instant } from "../../../core/model/model.ts";
import type { MonitorLine } from "../../../core/model/monitor-line.ts";
import { plannedWork } from "../../../core/status/planned-work.ts";
import { publicIncident } from "../../../core/status/public-incident.ts";
import {
  badgeNames,
  overall,
  publicIds,
  publicState,
  slugOf,
  standsFor,
  systemsOf,
  type System,
} from "../../../core/status/status-page.ts";
import { worstMaintained, type MaintainedSpans } from "../../../dashboard/board/worst-spans.ts";
import { isFault, type CellState } from "../../../dashboard/chart/cells.ts";
import { daysOf } from "../../../dashboard/chart/day-cells.ts";
import { beginning, monitorSpans, overlay } from "../../../dashboard/chart/spans.ts";
import { isObserved, uptimeIn } from "../../../dashboard/chart/uptime.ts";
import type { PublicModel, PublicSection, PublicSystem } from "../../../dashboard/public/model.ts";
import { maintenanceIn } from "../../../core/uptime/maintenance.ts";
import type { Deps } from "../../deps.ts";
import { nextTurn } from "../../turns.ts";
import { pastMaintenance } from "./past-maintenance.ts";
import { day } from "../../../core/text/units.ts";

const limits = {
  days: 90,
  monitors: 1000,
  incidentDays: 366,
  incidents: 100,
  gaps: 1000,
  planned: 10,
};

interface PublishedSystem extends PublicSystem {
  /** In the addresses of its badges. */
  badge: string;
}

export interface Published extends Omit<PublicModel, "base" | "siteUrl" | "served" | "sections"> {
  id: string;
  sections: PublicSection<PublishedSystem>[];
}

/** Collects the content of a page. */
export async function publishedPage(
  store: Pick<Deps["store"], "read">,
  page: PublicPage,
  now: Instant,
): Promise<Published> {
  const { id, org_id, sections, timezone: zone } = page;
  const { monitors: ids, groups } = publicIds(sections);
  const since = now - limits.days * day;
  const [monitors, silences, incidents, gaps, pastSilences] = await Promise.all([
    store.read.board_monitors({
      org_id,
      search: null,
      statuses: null,
      alert_group_ids: null,
      among: { ids, alert_group_ids: groups },
      limit: limits.monitors,
      offset: 0,
    }),
    store.read.silences({ org_id, current: true, limit: 1000, after: null }, now),
    store.read.published_incidents({
      org_id,
      page_id: id,
      since: now - limits.incidentDays * day,
      limit: limits.incidents,
    }),
    store.read.blind_periods({ since, limit: limits.gaps, after: null }),
    store.read.silences_since(org_id, since),
  ]);
  const own = monitors.map((one) => one.id);
  const [entries, unchecked] = await Promise.all([
    store.read.histories(org_id, own, since),
    store.read.unchecked_among(own, now),
  ]);
  const maintenanceOf = maintenanceIn(
    await pastMaintenance(pastSilences, monitors, { from: since, to: now }),
  );
  const histories = Map.groupBy(entries, ({ subject_id }) => subject_id);
  const late = new Set(unchecked);
  const badges = badgeNames(sections);

  const spansOf = (one: MonitorLine) =>
    monitorSpans([beginning(one.kind, one.inserted_at), ...(histories.get(one.id) ?? [])], now);
  /** The worst of several monitors under maintenance. Monitoring gaps, which are those of all of them, are laid over it once. */
  const worstOf = (pasts: readonly MaintainedSpans[], only: (state: CellState) => boolean) =>
    overlay(worstMaintained(pasts, only), gaps, "unknown", now);

  const behindOf = (system: System) =>
    monitors.filter((one) => standsFor(system, [one.id, one.alert_group_id]));

  function systemOf(system: System): PublishedSystem | null {
    const behind = behindOf(system);
    if (behind.length === 0) return null;
    const pasts = behind.map((one) => ({ spans: spansOf(one), planned: maintenanceOf(one) }));
    const counted = worstOf(pasts, isObserved);
    // A nightly window without an outage does not color its day.
    const drawn = worstOf(pasts, isFault);
    const states = behind.map((one) => publicState(one, silences, now));
    // A state that is not measured any more is not a state of now.
    const measured = behind.flatMap((one, i) => (late.has(one.id) ? [] : [states[i]!]));
    const state = overall(measured);
    const last = state === "unknown" ? overall(states) : "unknown";
    return {
      name: system.name,
      description: system.description,
      badge: badges.get(system)!,
      state,
      last: last === "unknown" ? null : last,
      uptime: uptimeIn(counted, since, now),
      // Without the reasons of the states, which are not published.
      days: daysOf(drawn, limits.days, { now, zone }),
    };
  }

  const published: Published["sections"] = [];
  for (const { title, systems } of sections) {
    const some: PublishedSystem[] = [];
    for (const system of systems) {
      const one = systemOf(system);
      if (one) some.push(one);
      await nextTurn();
    }
    published.push({ title, systems: some });
  }
  return {
    id,
    slug: slugOf(page)!,
    title: page.title,
    description: page.description,
    hasLogo: page.has_logo,
    isListed: page.public === "listed",
    sendsMails: page.mail_updates,
    zone,
    now,
    since: page.inserted_at,
    sections: published,
    planned: plannedWork(
      silences,
      systemsOf(sections).map((system) => ({ name: system.name, behind: behindOf(system) })),
      now,
    ).slice(0, limits.planned),
    incidents: incidents.map(({ incident, timeline }) =>
      publicIncident(
        incident,
        timeline,
        incident.published_on.find(({ page_id }) => page_id === id)?.systems ?? [],
        now,
      ),
    ),
  };
}
