/** Decides the public side of an incident: a title, a state, and the updates that were written for it. Pure. */
import type { Incident, Instant, PublicUpdateState, TimelineEntry } from "../model/model.ts";
import { day } from "../text/units.ts";
import { opaque } from "./status-page.ts";

/** How long an incident that has ended stays in the state `monitoring` that was written for it. */
const watched = day;

/** An update, as the public reads it. `state` null: it says none. */
export interface PublicUpdate {
  at: Instant;
  message: string;
  state: PublicUpdateState | null;
  /** When it was corrected; null: it was not. */
  edited_at: Instant | null;
}

/** An incident, as the public reads of it. */
export interface PublicIncident {
  /** Always the same for it, and not its internal id. */
  id: string;
  title: string;
  /** When its title was corrected; null: it was not. */
  retitled_at: Instant | null;
  /** When an update or the title was corrected or deleted last; null: neither was. */
  corrected_at: Instant | null;
  state: PublicUpdateState;
  opened_at: Instant;
  /** When its problem ended; it can still be watched. */
  ended_at: Instant | null;
  /** The names of the systems that it affects on the page. */
  systems: readonly string[];
  /** Newest first. */
  updates: PublicUpdate[];
}

export type PublicEntry = Pick<
  TimelineEntry,
  "at" | "kind" | "text" | "public_state" | "edited_at"
>;

/** The kinds of entry that a public incident is made of. */
export const publicKinds = [
  "published",
  "unpublished",
  "corrected",
  "retitled",
] as const satisfies TimelineEntry["kind"][];

/** The entries since it was published: updates that were removed with it are not public any more. */
const sincePublished = <E extends { kind: string }>(timeline: readonly E[]): E[] =>
  timeline.slice(timeline.findLastIndex(({ kind }) => kind === "unpublished") + 1);

/** The updates that are public while the incident is, in the order of `timeline`, which is oldest first. */
export const updatesIn = <E extends { kind: string }>(timeline: readonly E[]): E[] =>
  sincePublished(timeline).filter(({ kind }) => kind === "published");

/** `systems`: the names of those that it affects on the page. */
export function publicIncident(
  incident: Pick<Incident, "id" | "public_title" | "opened_at" | "resolved_at">,
  timeline: readonly PublicEntry[],
  systems: readonly string[],
  now: Instant,
): PublicIncident {
  const { id, public_title, opened_at, resolved_at } = incident;
  const updates = updatesIn(timeline)
    .map(({ at, text, public_state, edited_at }) => ({
      at,
      message: text,
      state: public_state,
      edited_at,
    }))
    .toReversed();
  const corrections = sincePublished(timeline).filter(
    ({ kind }) => kind === "corrected" || kind === "retitled",
  );
  const stating = updates.find(({ state }) => state !== null);
  const state = stateOf(stating?.state ?? null, resolved_at, now);
  return {
    id: opaque("incident", id, 16),
    title: public_title ?? (systems.length === 0 ? "Incident" : systems.join(", ")),
    retitled_at: corrections.findLast(({ kind }) => kind === "retitled")?.at ?? null,
    corrected_at: corrections.at(-1)?.at ?? null,
    state,
    opened_at,
    ended_at: resolved_at ?? (state === "resolved" ? stating!.at : null),
    systems,
    updates,
  };
}

/** The written state counts; an incident that has ended is resolved, or watched for a while. */
function stateOf(
  written: PublicUpdateState | null,
  resolved_at: Instant | null,
  now: Instant,
): PublicUpdateState {
  if (written === "resolved") return written;
  if (resolved_at === null) return written ?? "investigating";
  return written === "monitoring" && now - resolved_at < watched ? written : "resolved";
}
