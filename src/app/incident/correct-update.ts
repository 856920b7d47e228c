import { type Acting, audit } from "../audit.ts";
import { conflict, type Outcome } from "../outcome.ts";
import { findIncident } from "./publication.ts";
import type { Incident, TimelineEntry } from "../../core/model/model.ts";
import { corrected, saidOf, type Correction } from "../../core/status/correction.ts";
import { updatesIn } from "../../core/status/public-incident.ts";
import { rows, type Procedure } from "../../store/kit/procedure.ts";
import type { Context } from "../../store/queries/context.ts";
import { writeTimeline } from "../../store/records/timeline.ts";

type Chosen = Acting & { incident_id: string; update_id: string; by: string };

/**
 * Corrects a public update, or the public title of its incident. Subscribers get no mail about that; a mail that waits has the
 * corrected text. Equal fields stay as they are.
 */
export function* correct_update(
  c: Context,
  input: Chosen & Correction,
): Procedure<Outcome<Incident>> {
  const { by: who, now } = input;
  const choice = yield* chosen(c, input);
  if (!choice) return { ok: false, why: "not_found" };
  const { stored, entry } = choice;
  const { update, title, changes, titleChanges } = corrected(entry, stored.public_title, input);
  if (changes.length > 0) {
    yield* c.of.timeline.update({ id: entry.id }, { ...update, edited_at: now });
    const text = `Public update corrected by ${who}. It said: ${saidOf(entry)}`;
    yield* writeTimeline(c, stored, "corrected", text, who, now);
  }
  if (titleChanges.length > 0) {
    yield* c.of.incidents.update({ id: stored.id }, { public_title: title });
    const before = stored.public_title ?? "the names of its systems";
    const text = `Public title corrected by ${who}. It was: ${before}`;
    yield* writeTimeline(c, stored, "retitled", text, who, now);
  }
  const all = [...titleChanges, ...changes];
  if (all.length > 0) yield* audit(c, input, "correct_update", "incident", stored, all);
  return { ok: true, value: { ...stored, public_title: title } };
}

/** Deletes a public update that was posted by mistake. conflict: it is the only one. */
export function* delete_update(c: Context, input: Chosen): Procedure<Outcome<Incident>> {
  const { by: who, now } = input;
  const choice = yield* chosen(c, input);
  if (!choice) return { ok: false, why: "not_found" };
  const { stored, entry, updates } = choice;
  if (updates.length === 1)
    return conflict(
      "This is the only public update of the incident: unpublish the incident in place of it.",
    );
  yield* c.of.timeline.remove({ id: entry.id });
  const text = `Public update deleted by ${who}. It said: ${saidOf(entry)}`;
  yield* writeTimeline(c, stored, "corrected", text, who, now);
  yield* audit(c, input, "delete_update", "incident", stored, [
    { field: "message", from: entry.text, to: null },
  ]);
  return { ok: true, value: stored };
}

/** The update, among those of its incident; null: none of them, or they are not public any more. */
function* chosen(
  c: Context,
  { actor, incident_id, update_id }: Chosen,
): Procedure<{ stored: Incident; entry: TimelineEntry; updates: TimelineEntry[] } | null> {
  const stored = yield* findIncident(c, actor.org_id, incident_id);
  if (!stored || stored.published_at === null) return null;
  const updates = updatesIn(yield* rows(c.q.publicEntries, { incident_id }));
  const entry = updates.find(({ id }) => id === update_id);
  return entry ? { stored, entry, updates } : null;
}
