import type { AppliedResource } from "../../core/declare/plan.ts";
import type { User } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Whether the project of a user declares their role, null included: it decides it then. */
export function* declaresRole(
  c: Context,
  { id, org_id, project }: Pick<User, "id" | "org_id" | "project">,
): Procedure<boolean> {
  if (project === null) return false;
  for (let part = 0; ; part++) {
    const stored = yield* c.of.project_parts.first({ org_id, name: project, part });
    if (!stored) return false;
    const own = (JSON.parse(stored.wanted) as AppliedResource[]).find((one) => one.id === id);
    if (own) return "role" in own.fields;
  }
}
