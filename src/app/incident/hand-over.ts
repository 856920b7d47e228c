import { conflict, type Outcome } from "../outcome.ts";
import type { Acting } from "../audit.ts";
import type { Author } from "../../core/command/command.ts";
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
    to,
    now,
  }: Acting & {
    incident_id: string;
    author: Author;
    to: { user_id: string } | { alert_group_id: string };
  },
): Procedure<Outcome<Incident>> {
  const { org_id } = actor;
  const stored = yield* findIncident(c, org_id, incident_id);
  if (!stored) return { ok: false, why: "not_found" };
  const { named, faults } =
    "user_id" in to
      ? yield* namedIn(c, "users", [to.user_id], org_id, "user_id")
      : yield* namedIn(c, "alert_groups", [to.alert_group_id], org_id, "alert_group_id");
  const [target] = named;
  if (!target) return { ok: false, why: "invalid", faults };
  if (stored.status === "resolved") return conflict("The incident is resolved.");
  const group = yield* c.of.alert_groups.first({ id: stored.alert_group_id });
  const goal =
    "user_id" in to
      ? { person: target }
      : { group_id: target.id, from: group?.title ?? "a former group" };
  const command = { kind: "handed_over", to: goal, ...author } as const;
  return yield* incident(c, { org_id, incident_id, command, actor, now });
}
