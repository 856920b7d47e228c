import type { AppliedResource } from "../../core/declare/plan.ts";
import type { User } from "../../core/model/model.ts";
import { descriptionOf } from "../../resource/resources.ts";
import type { Context } from "./context.ts";
import type { Procedure } from "../kit/procedure.ts";

/**
 * The fields of a user that their project decides, null included: those that it declares, and those that it resets by leaving
 * them out. None without a project.
 */
export function* declaredFields(
  c: Context,
  { id, org_id, project }: Pick<User, "id" | "org_id" | "project">,
): Procedure<readonly string[]> {
  if (project === null) return [];
  const fields = Object.entries(descriptionOf("users").fields);
  const reset = fields.flatMap(([name, { leftOut }]) => (leftOut === "kept" ? [] : name));
  for (let part = 0; ; part++) {
    const stored = yield* c.of.project_parts.first({ org_id, name: project, part });
    if (!stored) return reset;
    const own = (JSON.parse(stored.wanted) as AppliedResource[]).find((one) => one.id === id);
    if (own) return [...new Set([...reset, ...Object.keys(own.fields)])];
  }
}
