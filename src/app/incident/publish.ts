import type { Acting } from "../audit.ts";
import { changePublication, findIncident } from "./publication.ts";
import { conflict, type Outcome } from "../outcome.ts";
import type { Incident } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/**
 * Publishes an incident on the public status page of its group, with a message. A published incident gets the
 * message as an update. conflict: the group has no status page, or is gone.
 */
export function* publish(
  c: Context,
  input: Acting & {
    incident_id: string;
    by: string;
    message: string;
    /** undefined: as it is; null: that of its monitor. */
    title: string | null | undefined;
  },
): Procedure<Outcome<Incident>> {
  const { actor, incident_id, by: who, message, title, now } = input;
  const stored = yield* findIncident(c, actor.org_id, incident_id);
  if (!stored) return { ok: false, why: "not_found" };
  const group = yield* c.of.alert_groups.first({ id: stored.alert_group_id, org_id: actor.org_id });
  if (!group?.status_page)
    return conflict(
      group
        ? `The alert group "${group.title}" has no public status page: set its status_page first.`
        : "The alert group is gone, and its status page with it.",
    );
  return yield* changePublication(
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
