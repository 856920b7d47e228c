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
import { worstSpans } from "../../../dashboard/board/worst-spans.ts";
import { isFault, type CellState, type StateSpan } from "../../../dashboard/chart/cells.ts";
import { daysOf } from "../../../dashboard/chart/day-cells.ts";
import { beginning, monitorSpans, overlay } from "../../../dashboard/chart/spans.ts";
import { isObserved, uptimeIn } from "../../../dashboard/chart/uptime.ts";
import type { PublicModel, PublicSection, PublicSystem } from "../../../dashboard/public/model.ts";
import { maintenanceOf } from "../../../core/uptime/maintenance.ts";
import type { Deps } from "../../deps.ts";
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
  const planned = await pastMaintenance(pastSilences, monitors, { from: since, to: now });
  const histories = Map.groupBy(entries, ({ subject_id }) => subject_id);
  const late = new Set(unchecked);
  const badges = badgeNames(sections);

  const spansOf = (one: MonitorLine) =>
    overlay(
      monitorSpans([beginning(one.kind, one.inserted_at), ...(histories.get(one.id) ?? [])], now),
      gaps,
      "unknown",
      now,
    );

  /** The spans with planned maintenance in them, of the states that `only` accepts. */
  const maintained = (one: MonitorLine, spans: StateSpan[], only: (state: CellState) => boolean) =>
    overlay(spans, maintenanceOf(planned, one), "silenced", now, only);

  const behindOf = (system: System) =>
    monitors.filter((one) => standsFor(system, [one.id, one.alert_group_id]));

  function systemOf(system: System): PublishedSystem | null {
    const behind = behindOf(system);
    if (behind.length === 0) return null;
    const spans = behind.map((one) => [one, spansOf(one)] as const);
    const counted = worstSpans(spans.map(([one, of]) => maintained(one, of, isObserved)));
    // A nightly window without an outage does not color its day.
    const drawn = worstSpans(spans.map(([one, of]) => maintained(one, of, isFault)));
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
    sections: sections.map(({ title, systems }) => ({
      title,
      systems: systems.map(systemOf).filter((one) => one !== null),
    })),
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
