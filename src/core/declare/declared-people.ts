/**
 * People that a project declares with a key of the scope `write`, where an administrator lets the project do so. It decides
 * about pages, and never about signing in: roles, and the address of a user with a role, stay with administrators. Pure.
 */
import type { PlannedChange } from "./plan-terms.ts";
import type { Role } from "../../resource/user.ts";

/** The part of a change of a user that the project cannot make; null: it can. `role`: of the user now; null: none. */
export function beyondDeclaredPeople(
  { action, id, fields }: Pick<PlannedChange, "action" | "id" | "fields">,
  role: Role | null,
): string | null {
  const changed = (name: string) => fields.find(({ field }) => field === name);
  const roleChange = changed("role");
  if (roleChange && roleChange.to !== roleChange.from && (roleChange.to !== null || id !== null))
    return "it changes a role";
  if (action === "detach") return null;
  if (id !== null && changed("project"))
    return "it takes over a user of another project, or of none";
  if (role === null) return null;
  if (action === "delete") return "it deletes a user who can sign in";
  return changed("email") ? "it changes the email of a user who can sign in" : null;
}
