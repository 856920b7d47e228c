import type { Acting } from "../audit.ts";
import { changePublication, findIncident } from "./publication.ts";
import type { Outcome } from "../outcome.ts";
import type { Incident } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Removes an incident from all public status pages. No effect unless it is published. */
export function* unpublish(
  c: Context,
  input: Acting & { incident_id: string; by: string },
): Procedure<Outcome<Incident>> {
  const { actor, incident_id, by: who } = input;
  const stored = yield* findIncident(c, actor.org_id, incident_id);
  if (!stored) return { ok: false, why: "not_found" };
  // A second call has no effect.
  if (stored.published_at === null) return { ok: true, value: stored };
  return yield* changePublication(
    c,
    stored,
    { published_at: null, public_title: stored.public_title, published_on: [] },
    {
      kind: "unpublished",
      text: `Removed from the status page by ${who}.`,
      who,
    },
    input,
  );
}
