/** The content of a public status page as text, for the time in which the database cannot be read. */
import type { Instant } from "../../../core/model/model.ts";
import type { PublicPage } from "../../../store/reads/status-pages.ts";
import type { Deps } from "../../deps.ts";
import { publishedPage, type Published } from "./published.ts";

interface Snapshot {
  page: Published;
  /** A `data:` URL; null: it has none. */
  logo: string | null;
}

export interface WrittenSnapshot {
  text: string;
  /** The part that is news to a reader: of two snapshots with the same news, only times and figures differ. */
  news: string;
}

/** The snapshot of a page as it is now. */
export async function snapshotOf(
  store: Pick<Deps["store"], "read">,
  page: PublicPage,
  now: Instant,
): Promise<WrittenSnapshot> {
  const [published, logo] = await Promise.all([
    publishedPage(store, page, now),
    page.has_logo ? store.read.status_page_logo(page.id) : null,
  ]);
  const snapshot: Snapshot = { page: published, logo };
  const { title, description, isListed, sendsMails, zone, sections, planned, incidents } =
    published;
  const news = {
    look: { title, description, logo, isListed, sendsMails, zone },
    sections: sections.map((section) => ({
      title: section.title,
      systems: section.systems.map((one) => [one.name, one.description, one.state, one.last]),
    })),
    planned,
    incidents,
  };
  return { text: JSON.stringify(snapshot), news: JSON.stringify(news) };
}

export const readSnapshot = (text: string): Snapshot => JSON.parse(text) as Snapshot;
