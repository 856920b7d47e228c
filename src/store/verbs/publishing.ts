/** What the public reads of an incident: put on the status page of its group, added to, taken off again. */
import type { Outcome, Verbs } from "../../app/ports.ts";
import type { Incident } from "../../core/model/model.ts";
import { writeTimeline } from "../records/timeline.ts";
import type { Context } from "../kit/context.ts";
import type { Procedure } from "../kit/procedure.ts";
import { audit } from "./audit.ts";

export function* publish(
  c: Context,
  input: Parameters<Verbs["publish"]>[0],
): Procedure<Outcome<Incident>> {
  const { actor, incident_id, by: who, message, title, now } = input;
  const stored = yield* find(c, actor.org_id, incident_id);
  if (!stored) return { ok: false, why: "not_found" };
  const group = yield* c.of.alert_groups.first({ id: stored.alert_group_id, org_id: actor.org_id });
  if (!group?.status_page)
    return {
      ok: false,
      why: "conflict",
      message: group
        ? `The alert group "${group.title}" has no public status page: set its status_page first.`
        : "The alert group is gone, and its status page with it.",
    };
  return yield* changed(
    c,
    stored,
    {
      published_at: stored.published_at ?? now,
      public_title: title === undefined ? stored.public_title : title,
    },
    { kind: "published", text: message, who },
    input,
  );
}

export function* unpublish(
  c: Context,
  input: Parameters<Verbs["unpublish"]>[0],
): Procedure<Outcome<Incident>> {
  const { actor, incident_id, by: who } = input;
  const stored = yield* find(c, actor.org_id, incident_id);
  if (!stored) return { ok: false, why: "not_found" };
  // A second time changes nothing.
  if (stored.published_at === null) return { ok: true, value: stored };
  return yield* changed(
    c,
    stored,
    { published_at: null, public_title: stored.public_title },
    {
      kind: "unpublished",
      text: `Taken off the status page by ${who}.`,
      who,
    },
    input,
  );
}

const find = (c: Context, org_id: string, id: string) => c.of.incidents.first({ id, org_id });

function* changed(
  c: Context,
  stored: Incident,
  set: Pick<Incident, "published_at" | "public_title">,
  entry: { kind: "published" | "unpublished"; text: string; who: string },
  { actor, now }: Pick<Parameters<Verbs["unpublish"]>[0], "actor" | "now">,
): Procedure<Outcome<Incident>> {
  yield* c.of.incidents.update({ id: stored.id }, set);
  yield* writeTimeline(c, stored, entry.kind, entry.text, entry.who, now);
  yield* audit(c, {
    action: entry.kind,
    kind: "incident",
    object: { ...stored },
    actor,
    now,
  });
  return { ok: true, value: { ...stored, ...set } };
}
