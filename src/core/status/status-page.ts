/**
 * Decides the address and the content of public status pages. All public text comes from here, so that no
 * internal text leaks: a state in one of five words, the titles of the page and its monitors, and public
 * updates. Pure.
 */
import { createHash } from "node:crypto";
import type { AlertGroup, Incident, Instant, Silence, TimelineEntry } from "../model/model.ts";
import { publicStateOf, type PublicState, type Status } from "../model/status.ts";
import { silenceInEffect } from "../silence/silenced.ts";

/** A random-looking name for an id; always the same for the same id. */
const opaque = (of: string, id: string, digits: number) =>
  createHash("sha256").update(`${of} ${id}`).digest("hex").slice(0, digits);

/** The form of a generated slug, `s-` and 24 digits; it cannot be chosen for a page. */
export const generatedSlug = /^s-[0-9a-f]{24}$/;

/** Where the page of a group is; null: it has none. */
export function slugOf(
  group: Pick<AlertGroup, "id" | "status_page" | "status_page_slug">,
): string | null {
  if (!group.status_page) return null;
  return group.status_page_slug ?? `s-${opaque("status page", group.id, 24)}`;
}

/** The name of a monitor in badge URLs: its external id, or a generated one. */
export function badgeName(monitor: { id: string; external_id: string | null }): string {
  const { external_id } = monitor;
  return external_id !== null && /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/.test(external_id)
    ? external_id
    : `m-${opaque("monitor", monitor.id, 16)}`;
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
  const { id, alert_group_id, status, paused_at } = monitor;
  const about = {
    source_id: id,
    alert_group_id,
    key: "",
    opened_at: now,
    labels: null,
  };
  return paused_at !== null || silenceInEffect(silences.filter(isPlanned), about, now)
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

/** The state of all of them together: the worst that is not planned. */
export function overall(all: readonly PublicState[]): PublicState {
  for (const state of ["down", "degraded", "maintenance", "operational"] as const)
    if (all.includes(state)) return state;
  return "unknown";
}

/** The state of all of them in a sentence. */
export function overallSentence(all: readonly PublicState[]): string {
  const count = (state: PublicState) => all.filter((one) => one === state).length;
  const some = (n: number, state: string) =>
    n === all.length
      ? n === 1
        ? `The system is ${state}.`
        : `All systems are ${state}.`
      : `${n} of ${all.length} systems ${n === 1 ? "is" : "are"} ${state}.`;
  switch (overall(all)) {
    case "down":
      return some(count("down"), "down");
    case "degraded":
      return some(count("degraded"), "degraded");
    case "maintenance":
      return some(count("maintenance"), "under maintenance");
    case "operational":
      return count("unknown") === 0
        ? some(all.length, "operational")
        : some(count("operational"), "operational");
    case "unknown":
      return "Nothing is known yet.";
  }
}

/** An incident as the public reads of it. */
export interface PublicIncident {
  title: string;
  opened_at: Instant;
  resolved_at: Instant | null;
  /** The public updates, newest first. */
  updates: { at: Instant; message: string }[];
}

/** `title`: of the monitor that it is about, as the page shows it; null: the page does not show it. */
export function publicIncident(
  incident: Pick<Incident, "public_title" | "opened_at" | "resolved_at">,
  timeline: readonly Pick<TimelineEntry, "at" | "kind" | "text">[],
  title: string | null,
): PublicIncident {
  const { public_title, opened_at, resolved_at } = incident;
  // Updates that were removed are not public any more.
  const from = timeline.findLastIndex(({ kind }) => kind === "unpublished") + 1;
  return {
    title: public_title ?? title ?? "Incident",
    opened_at,
    resolved_at,
    updates: timeline
      .slice(from)
      .filter(({ kind }) => kind === "published")
      .map(({ at, text }) => ({ at, message: text }))
      .toReversed(),
  };
}
