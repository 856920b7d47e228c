/**
 * Public status pages: under which address a group has one, and what the public is told. Everything a page
 * says goes through here, so that nothing gets out that was not meant to: a state in one of five words, the
 * titles of the page and of its monitors, and what people wrote for the public. Pure.
 */
import { createHash } from "node:crypto";
import type { AlertGroup, Incident, Instant, Silence, TimelineEntry } from "../model/model.ts";
import { publicStateOf, type PublicState, type Status } from "../model/status.ts";
import { silenceInEffect } from "../silence/silenced.ts";

/** Names that cannot be guessed and mean nothing: the same for the same id, for ever. */
const opaque = (of: string, id: string, digits: number) =>
  createHash("sha256").update(`${of} ${id}`).digest("hex").slice(0, digits);

/** Pages without a name of their own are at `s-` and 24 digits; nobody can take such an address. */
export const generatedSlug = /^s-[0-9a-f]{24}$/;

/** Where the page of a group is; null: it has none. */
export function slugOf(
  group: Pick<AlertGroup, "id" | "status_page" | "status_page_slug">,
): string | null {
  if (!group.status_page) return null;
  return group.status_page_slug ?? `s-${opaque("status page", group.id, 24)}`;
}

/** What badges call a monitor: the name that its declaration gives it, else one that means nothing. */
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

/** The state of a monitor: paused and planned work are maintenance, whatever it says itself meanwhile. */
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
 * Work that was planned: maintenance that comes back, and silences that were asked for ahead and have an end.
 * Whoever silences what has just broken plans nothing, and the public must not read that they did.
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
  /** What was written for the public, newest first. */
  updates: { at: Instant; message: string }[];
}

/** `title`: of the monitor that it is about, as the page shows it; null: the page does not show it. */
export function publicIncident(
  incident: Pick<Incident, "public_title" | "opened_at" | "resolved_at">,
  timeline: readonly Pick<TimelineEntry, "at" | "kind" | "text">[],
  title: string | null,
): PublicIncident {
  const { public_title, opened_at, resolved_at } = incident;
  // Whatever was taken off again was not meant to be read.
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
