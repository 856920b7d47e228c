/** People and groups that a request names for an incident. */
import type { Named } from "../../core/command/command.ts";
import type { Fault } from "../../core/model/fault.ts";
import { titleOf } from "../../core/text/person.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Their names, or a fault for each that the organization does not have. `field`: the field that names them. */
export function* namedIn(
  c: Context,
  kind: "users" | "alert_groups",
  ids: readonly string[],
  org_id: string,
  field: string,
): Procedure<{ named: Named[]; faults: Fault[] }> {
  const named: Named[] = [];
  const faults: Fault[] = [];
  for (const [index, id] of [...new Set(ids)].entries()) {
    const one = yield* c.of[kind].first({ id, org_id });
    if (one) named.push({ id, name: titleOf(one) });
    else
      faults.push({
        field: field.endsWith("_ids") ? `${field}[${index}]` : field,
        code: kind === "users" ? "unknown_user" : "unknown_alert_group",
        message: `no ${kind === "users" ? "user" : "alert group"} of the organization has the id ${id}`,
      });
  }
  return { named, faults };
}
