import { conflict, type Outcome } from "../outcome.ts";
import { lastAdminRefusal } from "../../core/access/last-admin.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import type { Role } from "../../resource/user.ts";

/** Refuses a change of users that would leave no admin; null: it is allowed. */
export function* keepsAnAdmin(
  c: Context,
  users: readonly { id: string; org_id: string; role?: unknown }[],
  becomes: Role | null | "removed",
): Procedure<Extract<Outcome<never>, { why: "conflict" }> | null> {
  const changed = users.filter(({ role }) => role === "admin" && becomes !== "admin");
  const [first] = changed;
  if (!first) return null;
  const ids = new Set(changed.map(({ id }) => id));
  const admins = yield* c.of.users.find({ org_id: first.org_id, role: "admin" });
  const message = lastAdminRefusal(
    "admin",
    becomes,
    admins.filter(({ id }) => !ids.has(id)).length,
  );
  return message === null ? null : conflict(message);
}
