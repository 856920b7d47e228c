/** The fields of a server that has only the basic endpoints. */
import type { Declaration } from "../api/declaration.ts";
import type { ResourceKind } from "../core/model.ts";
import type { WantedResource } from "../core/plan.ts";
import { wantedOf } from "../manifest/wanted.ts";

/** What every server of this API knows; others may know more, which their answers show. */
const basicFields: Record<ResourceKind, readonly string[]> = {
  users: ["email", "name"],
  alert_groups: [
    "title",
    "priority_level",
    "timezone",
    "contact_hours_all_day",
    "contact_hours_from",
    "contact_hours_to",
    "contact_days",
    "members",
  ],
  health_check_monitors: [
    "title",
    "url",
    "alert_group",
    "staleness_threshold_minutes",
  ],
  webhook_monitors: [
    "title",
    "alert_group",
    "error_rate_threshold",
    "error_rate_window_minutes",
  ],
};

/** Fields that the server does not know are left out, and said if they were meant. */
export function withoutUnknown(
  resource: WantedResource,
  example: object | undefined,
  warnings: string[],
): WantedResource {
  const known = new Set([
    ...basicFields[resource.kind],
    ...Object.keys(example ?? {}),
  ]);
  const fields = { ...resource.fields };
  for (const [name, value] of Object.entries(fields)) {
    if (known.has(name)) continue;
    delete fields[name];
    if (value !== null && !isDefault(resource, name, value))
      warnings.push(
        `${resource.kind} ${resource.external_id}: this server has no ${name}; it was left out`,
      );
  }
  return { ...resource, fields };
}

function isDefault(
  { kind }: WantedResource,
  name: string,
  value: unknown,
): boolean {
  const [bare] = wantedOf({
    project: "",
    [kind]: [{ external_id: "", title: "", url: "", alert_group: "" }],
  } as unknown as Declaration);
  return JSON.stringify(bare?.fields[name]) === JSON.stringify(value);
}
