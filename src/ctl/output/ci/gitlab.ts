/** A plan for the widget of GitLab's merge requests, `artifacts:reports:terraform`. Pure. */
import type { Plan } from "../../../api/declaration.ts";

/** The counts that it shows (https://docs.gitlab.com/user/infrastructure/iac/mr_integration/). */
export function planCounts({ changes }: Plan): { create: number; update: number; delete: number } {
  const count = (...actions: string[]) =>
    changes.filter(({ action }) => actions.includes(action)).length;
  return {
    create: count("create"),
    update: count("update", "detach"),
    delete: count("delete"),
  };
}
