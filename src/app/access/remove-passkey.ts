import { type Acting, audit } from "../audit.ts";
import type { Outcome } from "../outcome.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Removes a passkey of a user: it signs in no more. Its sessions stay. */
export function* remove_passkey(
  c: Context,
  input: Acting & { user_id: string; id: string },
): Procedure<Outcome<null>> {
  const { actor, user_id, id, now } = input;
  const passkey = yield* c.of.passkeys.first({ id, user_id, org_id: actor.org_id });
  if (!passkey) return { ok: false, why: "not_found" };
  yield* c.of.passkeys.remove({ id });
  yield* audit(c, { actor, now }, "delete", "passkeys", passkey);
  return { ok: true, value: null };
}
