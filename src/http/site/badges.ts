/** Addresses of public status pages, and of their badges. */
import { badgeNames, slugOf, standsFor, systemsOf } from "../../core/status/status-page.ts";
import type { StatusPage } from "../../core/model/model.ts";
import type { Badge } from "../../dashboard/badge-snippet.ts";
import type { PageAddresses } from "../../dashboard/publishing.ts";
import { statusPageUrl } from "../answer/present.ts";

type Page = Pick<StatusPage, "id" | "title" | "slug" | "public" | "sections">;

/** A status page and the badges of its systems, only of those that stand for `ids`; null: it is switched off. */
export function publicAddresses(
  siteUrl: string,
  page: Page,
  ids: readonly string[] | null,
): PageAddresses | null {
  const url = statusPageUrl(siteUrl, page);
  if (url === null) return null;
  const badges = `${siteUrl}/badge/${slugOf(page)}`;
  const names = badgeNames(page.sections);
  const badge = (title: string, path: string): Badge => ({
    title,
    url: badges + path,
    page_url: url,
  });
  return {
    id: page.id,
    title: page.title,
    url,
    badge: badge(page.title, ".svg"),
    systems: systemsOf(page.sections)
      .filter((system) => ids === null || standsFor(system, ids))
      .map((system) => ({
        name: system.name,
        state: badge(system.name, `/${names.get(system)!}.svg`),
        uptime: badge(`${system.name}, 90 days`, `/${names.get(system)!}/uptime.svg`),
      })),
  };
}

/** The pages that show one of these monitors or groups, with the badges of the systems that stand for it. */
export const pagesWith = (
  siteUrl: string,
  pages: readonly Page[],
  ids: readonly string[],
): PageAddresses[] =>
  pages
    .map((page) => publicAddresses(siteUrl, page, ids))
    .filter((page) => page !== null && page.systems.length > 0) as PageAddresses[];
