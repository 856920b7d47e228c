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
}

/** An incident, as the public reads of it. */
export interface PublicIncident {
  /** Always the same for it, and not its internal id. */
  id: string;
  title: string;
  state: PublicUpdateState;
  opened_at: Instant;
  /** When its problem ended; it can still be watched. */
  ended_at: Instant | null;
  /** The names of the systems that it affects on the page. */
  systems: readonly string[];
  /** Newest first. */
  updates: PublicUpdate[];
}

type Updates = readonly Pick<TimelineEntry, "at" | "kind" | "text" | "public_state">[];

/** `systems`: the names of those that it affects on the page. */
export function publicIncident(
  incident: Pick<Incident, "id" | "public_title" | "opened_at" | "resolved_at">,
  timeline: Updates,
  systems: readonly string[],
  now: Instant,
): PublicIncident {
  const { id, public_title, opened_at, resolved_at } = incident;
  // Updates that were removed are not public any more.
  const from = timeline.findLastIndex(({ kind }) => kind === "unpublished") + 1;
  const updates = timeline
    .slice(from)
    .filter(({ kind }) => kind === "published")
    .map(({ at, text, public_state }) => ({ at, message: text, state: public_state }))
    .toReversed();
  const stating = updates.find(({ state }) => state !== null);
  const state = stateOf(stating?.state ?? null, resolved_at, now);
  return {
    id: opaque("incident", id, 16),
    title: public_title ?? (systems.length === 0 ? "Incident" : systems.join(", ")),
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
