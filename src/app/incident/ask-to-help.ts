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
 * Pages more people and groups about an unresolved incident, until it is acknowledged. invalid: an id that the organization does
 * not have. conflict: it is resolved.
 */
export function* ask_to_help(
  c: Context,
  {
    actor,
    incident_id,
    author,
    user_ids,
    alert_group_ids,
    now,
  }: Acting & {
    incident_id: string;
    author: Author;
    user_ids: readonly string[];
    alert_group_ids: readonly string[];
  },
): Procedure<Outcome<Incident>> {
  const { org_id } = actor;
  const stored = yield* findIncident(c, org_id, incident_id);
  if (!stored) return { ok: false, why: "not_found" };
  const people = yield* namedIn(c, "users", user_ids, org_id, "user_ids");
  const groups = yield* namedIn(c, "alert_groups", alert_group_ids, org_id, "alert_group_ids");
  const faults = [...people.faults, ...groups.faults];
  if (faults.length > 0) return { ok: false, why: "invalid", faults };
  if (stored.status === "resolved") return conflict("The incident is resolved.");
  const responders = { people: people.named, groups: groups.named };
  const command = { kind: "asked_to_help", ...responders, ...author } as const;
  return yield* incident(c, { org_id, incident_id, command, actor, now });
}
