import { conflict, type Outcome } from "../outcome.ts";
import type { Acting } from "../audit.ts";
import type { Author } from "../../core/command/command.ts";
import type { Fault } from "../../core/model/fault.ts";
import type { Incident } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import { namedIn } from "./asked.ts";
import { incident } from "./incident.ts";
import { findIncident } from "./publication.ts";

/**
 * Hands an unresolved incident over to a person or a group. The person is paged, and takes it by acknowledging; the group is paged by its rules. invalid: an id that the organization does not have. conflict: it is resolved.
 */
export function* hand_over(
  c: Context,
  {
    actor,
    incident_id,
    author,
    user_id,
    alert_group_id,
    now,
  }: Acting & {
    incident_id: string;
    author: Author;
    user_id: string | null;
    alert_group_id: string | null;
  },
): Procedure<Outcome<Incident>> {
  const { org_id } = actor;
  const stored = yield* findIncident(c, org_id, incident_id);
  if (!stored) return { ok: false, why: "not_found" };
  if ((user_id === null) === (alert_group_id === null))
    return { ok: false, why: "invalid", faults: [neither] };
  const { named, faults } =
    alert_group_id === null
      ? yield* namedIn(c, "users", [user_id!], org_id, "user_id")
      : yield* namedIn(c, "alert_groups", [alert_group_id], org_id, "alert_group_id");
  const [target] = named;
  if (!target) return { ok: false, why: "invalid", faults };
  if (stored.status === "resolved") return conflict("The incident is resolved.");
  const group = yield* c.of.alert_groups.first({ id: stored.alert_group_id });
  const goal =
    alert_group_id === null
      ? { person: target }
      : { group_id: target.id, from: group?.title ?? "a former group" };
  const command = { kind: "handed_over", to: goal, ...author } as const;
  return yield* incident(c, { org_id, incident_id, command, actor, now });
}

const neither: Fault = {
  field: "user_id",
  code: "required",
  message: "name either a user or an alert group",
};
