/**
 * Caches the content of public status pages for some seconds: a page is built once in that time, for any
 * number of visitors. While the database cannot be read, the last content is shown, with its time. An unknown address costs a lookup in a map, and at most one query in 200 ms. Only
 * recently requested pages are kept.
 */
import type { PublicPage } from "../../store/reads/status-pages.ts";
import type { Instant } from "../../core/model/model.ts";
import type { MonitorLine } from "../../core/model/monitor-line.ts";
import { publicIncident } from "../../core/status/public-incident.ts";
import {
  badgeNames,
  overall,
  publicIds,
  publicState,
  slugOf,
  standsFor,
  type System,
} from "../../core/status/status-page.ts";
import { worstSpans } from "../../dashboard/board/worst-spans.ts";
import { daysOf } from "../../dashboard/chart/day-cells.ts";
import { beginning, monitorSpans, overlay } from "../../dashboard/chart/spans.ts";
import { uptimeIn } from "../../dashboard/chart/uptime.ts";
import type { PublicModel, PublicSection, PublicSystem } from "../../dashboard/public/model.ts";
import type { Deps } from "../deps.ts";
import { day } from "../../core/text/units.ts";

/**
 * Maximum age of a page, of the list of pages, and its minimum age before an unknown address reloads it,
 * ms.
 */
const maxAges = { page: 10_000, list: 10_000, listAtLeast: 200 };
/** Pages that are held at once. */
const pages = 256;
const limits = { days: 90, monitors: 1000, incidentDays: 366, incidents: 100, gaps: 1000 };

interface PublishedSystem extends PublicSystem {
  /** In the addresses of its badges. */
  badge: string;
}

export interface Published extends Omit<PublicModel, "base" | "sections"> {
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
  const [monitors, silences, incidents, gaps] = await Promise.all([
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
  ]);
  const own = monitors.map((one) => one.id);
  const [entries, unchecked] = await Promise.all([
    store.read.histories(org_id, own, since),
    store.read.unchecked_among(own, now),
  ]);
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

  function systemOf(system: System): PublishedSystem | null {
    const behind = monitors.filter((one) => standsFor(system, [one.id, one.alert_group_id]));
    if (behind.length === 0) return null;
    const spans = worstSpans(behind.map(spansOf));
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
      uptime: uptimeIn(spans, since, now),
      // Without the reasons of the states, which are not published.
      days: daysOf(spans, limits.days, { now, zone }),
    };
  }

  return {
    id,
    slug: slugOf(page)!,
    title: page.title,
    description: page.description,
    hasLogo: page.has_logo,
    isListed: page.public === "listed",
    zone,
    now,
    since: page.inserted_at,
    sections: sections.map(({ title, systems }) => ({
      title,
      systems: systems.map(systemOf).filter((one) => one !== null),
    })),
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

/** Returns the content of the page with a slug; null: no such page. */
export function statusPages({
  store,
  clock,
}: Pick<Deps, "store" | "clock">): (slug: string) => Promise<Published | null> {
  const held = new Map<string, Kept<Published | null>>();
  let list: Kept<Map<string, PublicPage>> | null = null;

  async function find(slug: string, now: Instant): Promise<PublicPage | null> {
    const entry = (await listOf(now, maxAges.list)).get(slug);
    // It may be new.
    return entry ?? (await listOf(now, maxAges.listAtLeast)).get(slug) ?? null;
  }

  function listOf(now: Instant, age: number): Promise<Map<string, PublicPage>> {
    const before = list;
    if (before && !isOld(before, now, age)) return before.value;
    const entry = keep(now, orBefore(listed(), before));
    list = entry;
    // The next caller tries again.
    entry.value.catch(() => list === entry && (list = null));
    return entry.value;
  }

  async function listed() {
    const all = await store.read.status_pages(null);
    return new Map(
      all.flatMap((page) => {
        const slug = slugOf(page);
        return slug === null ? [] : [[slug, page] as const];
      }),
    );
  }

  return async (slug) => {
    const now = clock.now();
    const page = await find(slug, now);
    if (!page) {
      held.delete(slug);
      return null;
    }
    const before = held.get(slug);
    if (before && !isOld(before, now, maxAges.page)) return before.value;
    const entry = keep(now, orBefore<Published | null>(publishedPage(store, page, now), before));
    held.delete(slug);
    held.set(slug, entry);
    const [oldest] = held.keys();
    if (held.size > pages && oldest !== undefined) held.delete(oldest);
    entry.value.catch(() => held.get(slug) === entry && held.delete(slug));
    return entry.value;
  };
}

interface Kept<T> {
  at: Instant;
  value: Promise<T>;
}

const keep = <T>(at: Instant, value: Promise<T>): Kept<T> => ({ at, value });

/** The earlier value when the database cannot be read: a page says as of when it is. It is tried again when this is old. */
const orBefore = <T>(value: Promise<T>, before: Kept<T> | null | undefined): Promise<T> =>
  before ? value.catch(() => before.value) : value;

const isOld = ({ at }: Kept<unknown>, now: Instant, ms: number) => now - at >= ms || now < at;
