/**
 * Caches the content of public status pages for some seconds: a page is built once in that time, for any
 * number of visitors. While the database cannot be read, the last content is shown, with its time: that in memory, else that
 * of the snapshot on the disk of this node. An unknown address costs a lookup in a map, and at most one query in 200 ms. Only
 * recently requested pages are kept.
 */
import type { PublicPage } from "../../../store/reads/status-pages.ts";
import type { Instant } from "../../../core/model/model.ts";
import { slugOf } from "../../../core/status/status-page.ts";
import type { Deps } from "../../deps.ts";
import { publishedPage, type Published } from "./published.ts";
import { readSnapshot } from "./snapshot.ts";

/**
 * Maximum age of a page, of the list of pages, and its minimum age before an unknown address reloads it,
 * ms.
 */
const maxAges = { page: 10_000, list: 10_000, listAtLeast: 200 };
/** Pages that are held at once. */
const pages = 256;

export interface StatusPages {
  /** The content of the page with a slug; null: no such page. */
  page(slug: string): Promise<Published | null>;
  /** The logo of a page, as a `data:` URL; null: it has none. */
  logo(page: Pick<Published, "id" | "slug">): Promise<string | null>;
}

export function statusPages({
  store,
  clock,
  snapshot,
}: Pick<Deps, "store" | "clock" | "snapshot">): StatusPages {
  const held = new Map<string, Kept<Published>>();
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

  /** The content of the snapshot of a page; throws `error` if the node has none. */
  async function recalled(slug: string, error: unknown) {
    const text = await snapshot(slug);
    if (text === null) throw error;
    return readSnapshot(text);
  }

  /** The page that is listed under the slug, built anew; `failed`: the list cannot be read. */
  async function built(slug: string, page: PublicPage | null, failed: unknown, now: Instant) {
    if (page === null) return (await recalled(slug, failed)).page;
    return publishedPage(store, page, now).catch(
      async (error: unknown) => (await recalled(slug, error)).page,
    );
  }

  function take(slug: string, page: PublicPage | null, failed: unknown, now: Instant) {
    const before = held.get(slug);
    if (before && !isOld(before, now, maxAges.page)) return before.value;
    const entry = keep(now, orBefore(built(slug, page, failed, now), before));
    held.delete(slug);
    held.set(slug, entry);
    const [oldest] = held.keys();
    if (held.size > pages && oldest !== undefined) held.delete(oldest);
    entry.value.catch(() => held.get(slug) === entry && held.delete(slug));
    return entry.value;
  }

  return {
    async page(slug) {
      const now = clock.now();
      try {
        const page = await find(slug, now);
        if (page) return take(slug, page, null, now);
      } catch (error) {
        return take(slug, null, error, now);
      }
      held.delete(slug);
      return null;
    },

    logo: ({ id, slug }) =>
      store.read
        .status_page_logo(id)
        .catch(async (error: unknown) => (await recalled(slug, error)).logo),
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
