/** Writes entries into the timelines of incidents. */
import type { Incident, Instant, PublicUpdateState, TimelineKind } from "../../core/model/model.ts";
import type { Context } from "../queries/context.ts";
import { EventWriter } from "./events.ts";
import type { Procedure } from "../kit/procedure.ts";

/** Adds an entry to the timeline of an incident without another change; null: no incident. Answers the id of the entry. */
export function* writeTimeline(
  c: Context,
  incident: Pick<Incident, "id" | "org_id"> | null,
  kind: TimelineKind,
  text: string,
  actor: string | null,
  now: Instant,
  user_id: string | null = null,
  public_state: PublicUpdateState | null = null,
): Procedure<string | null> {
  if (incident === null) return null;
  const id = yield* addTimeline(c, incident.id, kind, text, actor, now, user_id, public_state);
  const news = new EventWriter();
  news.incident(incident, "timeline");
  yield* news.write(c, now);
  return id;
}

/** An entry of an incident whose live event is written anyway. */
export function* addTimeline(
  c: Context,
  incident_id: string,
  kind: TimelineKind,
  text: string,
  actor: string | null,
  now: Instant,
  user_id: string | null = null,
  public_state: PublicUpdateState | null = null,
): Procedure<string> {
  const id = c.newId(now);
  yield* c.of.timeline.insert({
    id,
    incident_id,
    at: now,
    kind,
    text,
    actor,
    user_id,
    public_state,
  });
  return id;
}
