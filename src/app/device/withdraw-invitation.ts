import { type Acting, audit } from "../audit.ts";
import type { Outcome } from "../outcome.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Deletes an invitation: its link stops working. */
export function* withdraw_invitation(
  c: Context,
  { actor, user_id, id, now }: Acting & { user_id: string; id: string },
): Procedure<Outcome<null>> {
  const invitation = yield* c.of.device_invitations.first({ id, user_id, org_id: actor.org_id });
  if (!invitation) return { ok: false, why: "not_found" };
  yield* c.of.device_invitations.remove({ id });
  yield* audit(c, { actor, now }, "delete", "device_invitations", invitation);
  return { ok: true, value: null };
}
