/** Decides which planned maintenance is announced to the subscribers of a status page, and the text of a notice. Pure. */
import type { NoticeMatter, PageNotice, PlannedNotice } from "../model/subscriber.ts";
import type { Incident, Instant, TimelineEntry } from "../model/model.ts";
import type { PublicUpdateState } from "../model/incident.ts";
import type { PlannedWork } from "./planned-work.ts";
import { publicIncident, type PublicIncident } from "./public-incident.ts";

const sameTime = (a: { from: Instant; until: Instant }, b: { from: Instant; until: Instant }) =>
  a.from === b.from && a.until === b.until;

/**
 * The notices that are missing. `noticed`: those of the page about planned maintenance, oldest first. `planned`: all times that have
 * not begun. One that was announced and is not planned any more is canceled.
 */
export function plannedNotices(
  noticed: readonly PlannedNotice[],
  planned: readonly PlannedWork[],
  now: Instant,
): PlannedNotice[] {
  const isAnnounced = (time: { from: Instant; until: Instant }) =>
    noticed.findLast((one) => sameTime(one, time))?.kind === "planned";
  const missing = planned
    .filter((one) => !isAnnounced(one))
    .map((one): PlannedNotice => ({ kind: "planned", ...one }));
  const gone = noticed
    .filter(({ kind, from }) => kind === "planned" && from > now)
    .filter((one) => noticed.findLast((other) => sameTime(one, other)) === one)
    .filter((one) => !planned.some((other) => sameTime(one, other)))
    .map((one): PlannedNotice => ({ ...one, kind: "canceled" }));
  return [...missing, ...gone];
}

/** The news of an incident. */
export interface IncidentNews extends Omit<
  PublicIncident,
  "state" | "updates" | "retitled_at" | "corrected_at"
> {
  /** null: of an update that says none. */
  state: PublicUpdateState | null;
  /** "": the incident has ended, without an update about that. */
  message: string;
}

/** `timeline`: public updates and their removals, oldest first. null: its news is no longer public, or no longer true. */
export function incidentNews(
  matter: Exclude<NoticeMatter, PlannedNotice>,
  incident: Incident,
  timeline: readonly TimelineEntry[],
  { page_id, now }: { page_id: string; now: Instant },
): IncidentNews | null {
  const systems = incident.published_on.find((one) => one.page_id === page_id)?.systems;
  if (incident.published_at === null || !systems) return null;
  const { updates, ...shown } = publicIncident(incident, timeline, systems, now);
  if (matter.kind === "update") {
    const entry = timeline.find(({ id }) => id === matter.entry_id);
    return entry ? { ...shown, state: entry.public_state, message: entry.text } : null;
  }
  // A written update counts.
  const written = updates.find(({ state }) => state !== null)?.state;
  return shown.state === "resolved" && written !== "resolved" ? { ...shown, message: "" } : null;
}

/** The matters of notices about planned maintenance. */
export const plannedOf = (notices: readonly PageNotice[]): PlannedNotice[] =>
  notices.flatMap(({ matter }) => ("from" in matter ? [matter] : []));
