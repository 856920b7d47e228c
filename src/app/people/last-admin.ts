import type { Outcome } from "../outcome.ts";
import { lastAdminRefusal } from "../../core/access/last-admin.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import type { Role } from "../../resource/user.ts";

/** Refuses a change of a user that would leave no admin; null: it is allowed. */
export function* keepsAnAdmin(
  c: Context,
  user: { id: string; org_id: string; role?: unknown },
  becomes: Role | null | "removed",
): Procedure<Extract<Outcome<never>, { why: "conflict" }> | null> {
  const was = (user.role ?? null) as Role | null;
  if (was !== "admin" || becomes === "admin") return null;
  const admins = yield* c.of.users.find({ org_id: user.org_id, role: "admin" });
  const message = lastAdminRefusal(was, becomes, admins.filter(({ id }) => id !== user.id).length);
  return message === null ? null : { ok: false, why: "conflict", message };
}
