/** What a resource refers to must be there, and lead somewhere. */
import { cycleOf } from "../../core/escalation.ts";
import type { Fault } from "../../core/fault.ts";
import type { Context } from "../context.ts";
import { first, rows, type Procedure } from "../procedure.ts";
import { by } from "../statements.ts";

type Fields = Record<string, unknown>;

/** Faults of the references of a complete resource. */
export function* dangling(
  c: Context,
  wanted: Fields,
  org_id: string,
): Procedure<Fault[]> {
  if (typeof wanted["escalate_to"] === "string")
    return yield* misled(c, wanted, wanted["escalate_to"], org_id);
  if (!("alert_group_id" in wanted)) return [];
  const id = wanted["alert_group_id"];
  const group = yield* first(
    c.of.alert_groups.find("id", "org_id"),
    by({ id, org_id }),
  );
  if (group) return [];
  return [
    {
      field: "alert_group_id",
      code: "unknown_alert_group",
      message: `there is no alert group with the id "${String(id)}"`,
    },
  ];
}

/** Faults of a group's `escalate_to`: it must be there, and must not lead back. */
function* misled(
  c: Context,
  wanted: Fields,
  to: string,
  org_id: string,
): Procedure<Fault[]> {
  const groups = yield* rows(c.of.alert_groups.find("org_id"), by({ org_id }));
  const wrong = (code: string, message: string): Fault[] => [
    { field: "escalate_to", code, message },
  ];
  if (!groups.some(({ id }) => id === to))
    return wrong(
      "unknown_alert_group",
      `there is no alert group with the id "${to}"`,
    );
  const id = (wanted["id"] as string | undefined) ?? "";
  const titles = new Map(groups.map((group) => [group.id, group.title]));
  const circle = cycleOf([
    ...groups.filter((group) => group.id !== id),
    { id, escalate_to: to },
  ]);
  return circle
    ? wrong(
        "cycle",
        `leads back to where it began: ${[...circle, circle[0]!].map((one) => `"${one === id ? String(wanted["title"]) : titles.get(one)}"`).join(" → ")}`,
      )
    : [];
}
