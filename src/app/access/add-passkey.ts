import { type Acting, audit } from "../audit.ts";
import { byActor, notifyOwner } from "../notify-owner.ts";
import { conflict, type Outcome } from "../outcome.ts";
import { maxPasskeys } from "../../core/access/passkey.ts";
import type { Passkey } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Adds a passkey to a user. conflict: it is known already, or the user has too many. */
export function* add_passkey(
  c: Context,
  input: Acting & {
    user_id: string;
    passkey: Pick<Passkey, "credential_id" | "public_key" | "counter" | "name">;
  },
): Procedure<Outcome<Passkey>> {
  const { actor, user_id, now } = input;
  const { org_id } = actor;
  const user = yield* c.of.users.hold({ id: user_id, org_id });
  if (!user) return { ok: false, why: "not_found" };
  const { credential_id } = input.passkey;
  if (yield* c.of.passkeys.first({ credential_id }))
    return conflict("This passkey was added before.");
  if ((yield* c.of.passkeys.find({ user_id })).length >= maxPasskeys)
    return conflict(`A user has ${maxPasskeys} passkeys at most: remove one first.`);
  const passkey = yield* c.of.passkeys.insert({
    id: c.newId(now),
    org_id,
    user_id,
    ...input.passkey,
    inserted_at: now,
  });
  yield* audit(c, { actor, now }, "create", "passkeys", passkey);
  yield* notifyOwner(c, user_id, now, {
    title: `Passkey added: ${passkey.name}`,
    message: `Added ${byActor(actor)}. If it was not you, remove it under Settings, You.`,
  });
  return { ok: true, value: passkey };
}
