import { type Acting, audit } from "../audit.ts";
import type { Outcome } from "../outcome.ts";
import type { Incident, PublicUpdateState } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import { writeNotice } from "../../store/records/mail/notices.ts";
import { writeTimeline } from "../../store/records/timeline.ts";

export const findIncident = (c: Context, org_id: string, id: string) =>
  c.of.incidents.first({ id, org_id });

export function* changePublication(
  c: Context,
  stored: Incident,
  set: Pick<Incident, "published_at" | "public_title" | "published_on">,
  entry: {
    kind: "published" | "unpublished";
    text: string;
    who: string;
    state?: PublicUpdateState | null;
  },
  { actor, now }: Acting,
): Procedure<Outcome<Incident>> {
  yield* c.of.incidents.update({ id: stored.id }, set);
  const { kind, text, who, state = null } = entry;
  const entry_id = yield* writeTimeline(c, stored, kind, text, who, now, null, state);
  const { id: incident_id } = stored;
  if (kind === "unpublished") yield* c.of.page_notices.remove({ incident_id });
  else {
    const pages = set.published_on.map(({ page_id }) => page_id);
    yield* writeNotice(c, pages, { kind: "update", incident_id, entry_id: entry_id! }, now);
  }
  yield* audit(c, { actor, now }, kind, "incident", stored);
  return { ok: true, value: { ...stored, ...set } };
}
