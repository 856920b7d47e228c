/**
 * Decides the addresses of public status pages, the systems on them and their states. No internal text leaks: a system
 * has the name that was written for it, and a state in one of five words. Pure.
 */
import { createHash } from "node:crypto";
import type { Incident, Instant, PublishedOn, Silence, StatusPage } from "../model/model.ts";
import { publicStateOf, type PublicState, type Status } from "../model/status.ts";
import { incidentOf, silenceInEffect } from "../silence/silenced.ts";

/** A random-looking name for an id; always the same for the same id. */
export const opaque = (of: string, id: string, digits: number) =>
  createHash("sha256").update(`${of} ${id}`).digest("hex").slice(0, digits);

/** The form of a generated slug, `s-` and 24 digits; it cannot be chosen for a page. */
export const generatedSlug = /^s-[0-9a-f]{24}$/;

/** Where a page is; null: it is switched off. */
export function slugOf(page: Pick<StatusPage, "id" | "public" | "slug">): string | null {
  if (page.public === "off") return null;
  return page.slug ?? `s-${opaque("status page", page.id, 24)}`;
}

/** The sections of a page, with their systems. */
export type Sections = StatusPage["sections"];
export type System = Sections[number]["systems"][number];

/** The systems of a page, in their order. */
export const systemsOf = (sections: Sections): System[] =>
  sections.flatMap(({ systems }) => systems);

/** The resources that a system stands for. */
const referencesOf = (system: System): readonly string[] => [
  ...system.health_check_monitors,
  ...system.webhook_monitors,
  ...system.alert_groups,
];

/** Whether a system stands for one of these resources. */
export const standsFor = (system: System, ids: readonly string[]): boolean =>
  referencesOf(system).some((id) => ids.includes(id));

/** The resources that are public, each once: monitors, and groups with all of their monitors. */
export function publicIds(sections: Sections): { monitors: string[]; groups: string[] } {
  const systems = systemsOf(sections);
  const each = (ids: (one: System) => readonly string[]) => [...new Set(systems.flatMap(ids))];
  return {
    monitors: each((one) => [...one.health_check_monitors, ...one.webhook_monitors]),
    groups: each((one) => one.alert_groups),
  };
}

/** The pages, and the systems on each, that an incident affects. */
export const publishedOn = (
  pages: readonly Pick<StatusPage, "id" | "public" | "sections">[],
  { source_id, alert_group_id }: Pick<Incident, "source_id" | "alert_group_id">,
): PublishedOn[] =>
  pages
    .filter((page) => page.public !== "off")
    .map((page) => ({
      page_id: page.id,
      systems: systemsOf(page.sections)
        .filter((one) => standsFor(one, [source_id, alert_group_id]))
        .map(({ name }) => name),
    }))
    .filter(({ systems }) => systems.length > 0);

/** The name of each system in the addresses of badges: its own as far as an address can have it, and no other has. */
export function badgeNames(sections: Sections): Map<System, string> {
  const plain = (name: string) =>
    name
      .normalize("NFKD")
      .toLowerCase()
      .replaceAll(/\p{M}/gu, "")
      .replaceAll(/[^a-z0-9]+/g, "-")
      .replaceAll(/^-|-$/g, "");
  const all = sections.flatMap(({ title, systems }) =>
    systems.map((system) => ({ title, system, name: plain(system.name) })),
  );
  const counts = Map.groupBy(all, ({ name }) => name);
  return new Map(
    all.map(({ title, system, name }) => [
      system,
      name !== "" && counts.get(name)!.length === 1
        ? name
        : `x-${opaque("system", `${title}\n${system.name}`, 16)}`,
    ]),
  );
}

interface Watched {
  id: string;
  alert_group_id: string;
  status: Status;
  paused_at: Instant | null;
}

/** The public state of a monitor: under maintenance while it is paused or planned work is under way. */
export function publicState(
  monitor: Watched,
  silences: readonly Silence[],
  now: Instant,
): PublicState {
  const { status, paused_at } = monitor;
  const planned = silences.filter(isPlanned);
  return paused_at !== null || silenceInEffect(planned, incidentOf(monitor, now), now)
    ? "maintenance"
    : publicStateOf(status);
}

/**
 * True for planned work: maintenance windows, and scheduled silences with an end. A silence of an incident
 * that is open already was not planned, and the status page must not say so.
 */
export const isPlanned = (silence: Silence): boolean =>
  silence.cron !== null ||
  (silence.from > silence.inserted_at && silence.until !== null && !silence.until_recovered);

/** The state of several monitors or systems together: the worst that is not planned. */
export function overall(all: readonly PublicState[]): PublicState {
  for (const state of ["down", "degraded", "maintenance", "operational"] as const)
    if (all.includes(state)) return state;
  return "unknown";
}
