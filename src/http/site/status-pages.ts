/**
 * Caches the content of public status pages for some seconds: a page is built once in that time, for any
 * number of visitors. An unknown address costs a lookup in a map, and at most one query a second. Only
 * recently requested pages are kept.
 */
import type { StatusPage } from "../../store/reads/status-pages.ts";
import type { Instant } from "../../core/model/model.ts";
import { badgeName, publicIncident, publicState, slugOf } from "../../core/status/status-page.ts";
import type { StatusModel } from "../../dashboard/pages/status.ts";
import { daysOf } from "../../dashboard/chart/day-cells.ts";
import { beginning, monitorSpans } from "../../dashboard/chart/spans.ts";
import { uptimeIn } from "../../dashboard/chart/uptime.ts";
import type { Deps } from "../deps.ts";
import { monitorsOf } from "./lists.ts";
import { day } from "../../core/text/units.ts";

/**
 * Maximum age of a page, of the list of pages, and its minimum age before an unknown address reloads it,
 * ms.
 */
const maxAges = { page: 10_000, list: 10_000, listAtLeast: 1000 };
/** Pages that are held at once. */
const pages = 256;
const limits = { days: 90, monitors: 200, incidentDays: 14, incidents: 50 };

export interface Published extends Omit<StatusModel, "base" | "monitors" | "feed"> {
  monitors: (StatusModel["monitors"][number] & { names: string[] })[];
}

/** Returns the content of the page with a slug; null: no such page. */
export function statusPages({
  store,
  clock,
}: Pick<Deps, "store" | "clock">): (slug: string) => Promise<Published | null> {
  const held = new Map<string, Kept<Published | null>>();
  let list: Kept<Map<string, StatusPage>> | null = null;

  async function find(slug: string, now: Instant): Promise<StatusPage | null> {
    const entry = (await listOf(now, maxAges.list)).get(slug);
    // It may be new.
    return entry ?? (await listOf(now, maxAges.listAtLeast)).get(slug) ?? null;
  }

  function listOf(now: Instant, age: number): Promise<Map<string, StatusPage>> {
    if (list && !isOld(list, now, age)) return list.value;
    const entry = keep(now, listed());
    list = entry;
    // The next caller tries again.
    entry.value.catch(() => list === entry && (list = null));
    return entry.value;
  }

  async function listed() {
    const all = await store.read.status_pages();
    return new Map(
      all.flatMap((page) => {
        const slug = slugOf(page);
        return slug === null ? [] : [[slug, page] as const];
      }),
    );
  }

  async function made(page: StatusPage, now: Instant): Promise<Published> {
    const { id, org_id, title, status_page_title, status_page_description } = page;
    const [monitors, silences, incidents] = await Promise.all([
      monitorsOf(store, org_id, id, limits.monitors),
      store.read.silences({ org_id, current: true, limit: 1000, after: null }, now),
      store.read.published_incidents({
        alert_group_id: id,
        since: now - limits.incidentDays * day,
        limit: limits.incidents,
      }),
    ]);
    const since = now - limits.days * day;
    const histories = Map.groupBy(
      await store.read.histories(
        org_id,
        monitors.map((one) => one.id),
        since,
      ),
      ({ subject_id }) => subject_id,
    );
    const shownTitle = (one: (typeof monitors)[number]) => one.public_title ?? one.title;
    const titles = new Map(monitors.map((one) => [one.id, shownTitle(one)]));
    return {
      title: status_page_title ?? title,
      description: status_page_description,
      now,
      // By section and title: worst first is for operators; visitors look for a name.
      monitors: monitors
        .toSorted(
          (a, b) =>
            (a.public_section ?? "").localeCompare(b.public_section ?? "") ||
            shownTitle(a).localeCompare(shownTitle(b)),
        )
        .map((one) => {
          const entries = [beginning(one.kind, one.inserted_at), ...(histories.get(one.id) ?? [])];
          const spans = monitorSpans(entries, now);
          return {
            names: [badgeName(one), badgeName({ ...one, external_id: null })],
            title: shownTitle(one),
            section: one.public_section,
            state: publicState(one, silences, now),
            uptime: uptimeIn(spans, since, now),
            // Without the reasons of the states, which are not published.
            days: daysOf(spans, limits.days, { now, zone: "UTC" }),
          };
        }),
      incidents: incidents.map(({ incident, timeline }) =>
        publicIncident(incident, timeline, titles.get(incident.source_id) ?? null),
      ),
    };
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
    const entry = keep<Published | null>(now, made(page, now));
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

const isOld = ({ at }: Kept<unknown>, now: Instant, ms: number) => now - at >= ms || now < at;
