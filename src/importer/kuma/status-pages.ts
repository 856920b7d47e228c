/**
 * Makes status pages of those of Uptime Kuma. A page here shows the monitors of one alert group, so that one of the other
 * tool is imported if it shows exactly those. Pure.
 */
import type { Collected } from "../collected.ts";
import { isOff, plainText } from "../values.ts";
import type { Fields } from "../../resource/references.ts";

/** The rows of the tables that pages are made of. */
export interface KumaPages {
  status_page: readonly Fields[];
  /** The sections of pages. */
  group: readonly Fields[];
  monitor_group: readonly Fields[];
}

/** Gives pages to groups. `groupOf`: the title of the alert group of each monitor, by its id. Answers the sections of monitors. */
export function addStatusPages(
  collected: Collected,
  { status_page, group, monitor_group }: KumaPages,
  groupOf: ReadonlyMap<unknown, string | null>,
): ReadonlyMap<unknown, string> {
  const sections = new Map<unknown, string>();
  const taken = new Set<string | null>();
  for (const page of status_page) {
    const title = plainText(page["title"]) ?? "Status page";
    const own = group.filter((one) => one["status_page_id"] === page["id"]);
    const shown = monitor_group.filter((one) =>
      own.some((section) => section["id"] === one["group_id"]),
    );
    const monitors = new Set(shown.map((one) => one["monitor_id"]));
    const groups = new Set([...monitors].map((id) => groupOf.get(id)));
    const [only] = groups;
    const whole = [...groupOf].filter(([, of]) => of === only).every(([id]) => monitors.has(id));
    const why = isOff(page["published"])
      ? "was not published"
      : plainText(page["password"]) !== null
        ? "asked for a password, which is not possible here"
        : groups.size !== 1 || only === undefined || !whole || taken.has(only)
          ? "does not show exactly the monitors of one alert group, as pages do here: set status_page of a group"
          : null;
    if (why !== null || only === undefined) {
      collected.note(`Status page ${title}`, why ?? "shows no monitor");
      continue;
    }
    taken.add(only);
    const slug = (plainText(page["slug"]) ?? "").toLowerCase();
    const hasSlug = /^[a-z0-9-]{3,63}$/.test(slug);
    if (!hasSlug)
      collected.note(`Status page ${title}`, `has a new address: "${slug}" cannot be one here`);
    collected.extendGroup(only, {
      status_page: true,
      ...(hasSlug && { status_page_slug: slug }),
      status_page_title: title.slice(0, 100),
      ...(plainText(page["description"]) !== null && {
        status_page_description: plainText(page["description"])!.slice(0, 500),
      }),
    });
    if (own.length > 1)
      for (const one of shown) {
        const section = own.find(({ id }) => id === one["group_id"]);
        sections.set(one["monitor_id"], (plainText(section?.["name"]) ?? "Services").slice(0, 100));
      }
  }
  return sections;
}
