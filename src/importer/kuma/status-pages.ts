/** Makes status pages of those of Uptime Kuma. Pure. */
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

/** The counterpart of an entry of a page: a monitor, `hc/shop-web`, or the alert group of a folder. */
export interface Shown {
  title: string;
  name: string;
}

const lists: Readonly<Record<string, string>> = {
  hc: "health_check_monitors",
  wh: "webhook_monitors",
  ag: "alert_groups",
};

/** Adds the pages. `shown`: the monitors and folders that were imported, by their ids. */
export function addStatusPages(
  collected: Collected,
  { status_page, group, monitor_group }: KumaPages,
  shown: ReadonlyMap<unknown, Shown>,
): void {
  for (const page of status_page) {
    const title = plainText(page["title"]) ?? "Status page";
    const note = (text: string) => collected.note(`Status page ${title}`, text);
    const sections = unique(
      group.filter((one) => one["status_page_id"] === page["id"]),
      (one) => plainText(one["name"]) ?? "Services",
    ).map(([name, own]) => ({
      title: name,
      systems: unique(
        monitor_group
          .filter((one) => one["group_id"] === own["id"])
          .flatMap((one) => shown.get(one["monitor_id"]) ?? []),
        (one) => one.title,
      ).map(([shownName, { name: of }]) => {
        const [kind = "", external_id = ""] = of.split("/");
        return { name: shownName, [lists[kind]!]: [external_id] };
      }),
    }));
    const slug = (plainText(page["slug"]) ?? "").toLowerCase();
    const hasSlug = /^[a-z0-9-]{3,63}$/.test(slug);
    if (!hasSlug) note(`has a new address: "${slug}" cannot be one here`);
    const why = isOff(page["published"])
      ? "was not published"
      : plainText(page["password"]) !== null
        ? "asked for a password, which is not possible here"
        : null;
    if (why !== null) note(`${why}: it is switched off (public: off)`);
    const description = plainText(page["description"]);
    collected.addPage(title, {
      ...(hasSlug && { slug }),
      ...(description !== null && { description: description.slice(0, 500) }),
      public: why !== null ? "off" : isOff(page["search_engine_index"]) ? "unlisted" : "listed",
      sections,
    });
  }
}

/** Each with a name that no other has. */
function unique<T>(all: readonly T[], nameOf: (one: T) => string): [name: string, one: T][] {
  const taken = new Set<string>();
  return all.map((one) => {
    const wanted = nameOf(one).slice(0, 90);
    let name = wanted;
    for (let count = 2; taken.has(name); count++) name = `${wanted} ${count}`;
    taken.add(name);
    return [name, one];
  });
}
