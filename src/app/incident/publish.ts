import type { Acting } from "../audit.ts";
import { changePublication, findIncident } from "./publication.ts";
import { conflict, type Outcome } from "../outcome.ts";
import type { Incident, PublicUpdateState } from "../../core/model/model.ts";
import { publishedOn } from "../../core/status/status-page.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/**
 * Publishes an incident with a message on every status page that shows its monitor or its group. A published incident gets
 * the message as an update. conflict: no page shows it.
 */
export function* publish(
  c: Context,
  input: Acting & {
    incident_id: string;
    by: string;
    message: string;
    /** undefined: as it is; null: the names of the systems that it affects. */
    title: string | null | undefined;
    /** The state that the message says; null: none. */
    state: PublicUpdateState | null;
  },
): Procedure<Outcome<Incident>> {
  const { actor, incident_id, by: who, message, title, state, now } = input;
  const stored = yield* findIncident(c, actor.org_id, incident_id);
  if (!stored) return { ok: false, why: "not_found" };
  const pages = publishedOn(yield* c.of.status_pages.find({ org_id: actor.org_id }), stored);
  const before = stored.published_at === null ? [] : stored.published_on;
  const kept = before.filter((one) => pages.every(({ page_id }) => page_id !== one.page_id));
  if (pages.length + kept.length === 0)
    return conflict(
      "No public status page shows the monitor or the alert group of this incident: add it to one first.",
    );
  return yield* changePublication(
    c,
    stored,
    {
      published_at: stored.published_at ?? now,
      public_title: title === undefined ? stored.public_title : title,
      published_on: [...pages, ...kept],
    },
    { kind: "published", text: message, who, state },
    input,
  );
}
