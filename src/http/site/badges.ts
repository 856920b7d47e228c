/** Addresses of the public status page of a group, and of its badges. */
import { badgeName, slugOf } from "../../core/status/status-page.ts";
import type { AlertGroup } from "../../core/model/model.ts";
import type { Badge } from "../../dashboard/badge-snippet.ts";
import type { PageModel } from "../../dashboard/publishing.ts";
import { statusPageUrl } from "../answer/present.ts";

interface Published {
  id: string;
  external_id: string | null;
  title: string;
  public_title: string | null;
}

/** The status page of a group and the badges of its monitors; null: the group has no status page. */
export function publicAddresses(
  siteUrl: string,
  group: AlertGroup,
  monitors: readonly Published[],
): PageModel | null {
  const url = statusPageUrl(siteUrl, group);
  if (url === null) return null;
  const badges = `${siteUrl}/badge/${slugOf(group)}`;
  const badge = (title: string, path: string): Badge => ({
    title,
    url: badges + path,
    page_url: url,
  });
  return {
    url,
    badge: badge(group.status_page_title ?? group.title, ".svg"),
    monitors: monitors.map((monitor) => {
      const title = monitor.public_title ?? monitor.title;
      const name = badgeName(monitor);
      return {
        title: monitor.title,
        state: badge(title, `/${name}.svg`),
        uptime: badge(`${title}, 90 days`, `/${name}/uptime.svg`),
      };
    }),
  };
}
