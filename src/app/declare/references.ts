/** What a resource refers to must be there, and lead somewhere. */
import { circleOf, circleText } from "../../core/declare/circle.ts";
import type { Fault } from "../../core/model/fault.ts";
import type { Context } from "../../store/kit/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

type Fields = Record<string, unknown>;

/** Faults of the references of a complete resource. */
export function* dangling(c: Context, wanted: Fields, org_id: string): Procedure<Fault[]> {
  if (typeof wanted["escalate_to"] === "string")
    return yield* misled(c, wanted, wanted["escalate_to"], org_id);
  if (!("alert_group_id" in wanted)) return [];
  return [
    ...(yield* withoutGroup(c, String(wanted["alert_group_id"]), org_id)),
    ...(yield* withoutParents(c, wanted, org_id)),
  ];
}

function* withoutGroup(c: Context, id: string, org_id: string): Procedure<Fault[]> {
  const group = yield* c.of.alert_groups.first({ id, org_id });
  if (group) return [];
  return [
    {
      field: "alert_group_id",
      code: "unknown_alert_group",
      message: `there is no alert group with the id "${id}"`,
    },
  ];
}

/** Faults of a monitor's `depends_on`: they must be there, and must not lead back. */
function* withoutParents(c: Context, wanted: Fields, org_id: string): Procedure<Fault[]> {
  const parents = wanted["depends_on"] as string[];
  if (parents.length === 0) return [];
  const monitors = yield* c.of.health_check_monitors.find({ org_id });
  const titles = new Map(monitors.map((one) => [one.id, one.title]));
  const unknown = parents.flatMap((id, index): Fault[] =>
    titles.has(id)
      ? []
      : [
          {
            field: `depends_on[${index}]`,
            code: "unknown_monitor",
            message: `there is no health check monitor with the id "${id}"`,
          },
        ],
  );
  if (unknown.length > 0) return unknown;
  const id = (wanted["id"] as string | undefined) ?? "";
  const circle = circleOf([
    { id, to: parents },
    ...monitors.filter((one) => one.id !== id).map((one) => ({ id: one.id, to: one.depends_on })),
  ]);
  if (!circle) return [];
  titles.set(id, String(wanted["title"]));
  const names = circle.map((one) => titles.get(one)!);
  return [{ field: "depends_on", code: "cycle", message: circleText(names) }];
}

/** Faults of a group's `escalate_to`: it must be there, and must not lead back. */
function* misled(c: Context, wanted: Fields, to: string, org_id: string): Procedure<Fault[]> {
  const groups = yield* c.of.alert_groups.find({ org_id });
  const wrong = (code: string, message: string): Fault[] => [
    { field: "escalate_to", code, message },
  ];
  if (!groups.some(({ id }) => id === to))
    return wrong("unknown_alert_group", `there is no alert group with the id "${to}"`);
  const id = (wanted["id"] as string | undefined) ?? "";
  const titles = new Map(groups.map((group) => [group.id, group.title]));
  titles.set(id, String(wanted["title"]));
  const circle = circleOf([
    ...groups
      .filter((group) => group.id !== id)
      .map((group) => ({
        id: group.id,
        to: group.escalate_to === null ? [] : [group.escalate_to],
      })),
    { id, to: [to] },
  ]);
  return circle ? wrong("cycle", circleText(circle.map((one) => titles.get(one)!))) : [];
}
