/** The rule that keeps one user with the role admin: without one, only the server's own commands help. Pure. */
import type { Role } from "../../resource/user.ts";

/**
 * Why a user cannot get another role, or be removed (`becomes` null or `removed`); null: it is allowed. `others`: users with
 * the role admin beside this one.
 */
export function lastAdminRefusal(
  was: Role | null,
  becomes: Role | null | "removed",
  others: number,
): string | null {
  if (was !== "admin" || becomes === "admin" || others > 0) return null;
  const change = becomes === "removed" ? "be removed" : "get another role";
  return `The last admin cannot ${change}. Give another user the role admin first.`;
}
