import { type Acting, audit } from "../audit.ts";
import { byActor, notifyOwner } from "../notify-owner.ts";
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
  yield* notifyOwner(c, passkey.user_id, now, {
    title: `Passkey removed: ${passkey.name}`,
    message: `Removed ${byActor(actor)}. Browsers that it signed in stay signed in.`,
  });
  return { ok: true, value: null };
}
