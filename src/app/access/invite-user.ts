import { type Acting, audit } from "../audit.ts";
import { endLinks } from "../declare/end-access.ts";
import { byActor, notifyOwner } from "../notify-owner.ts";
import type { Outcome } from "../outcome.ts";
import type { Instant, SignInLink } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import { personName } from "../../core/text/person.ts";

/** Creates a link by which a user with a role signs in once. Earlier links of the user stop working. */
export function* invite_user(
  c: Context,
  input: Acting & {
    user_id: string;
    /** Hash of the link's token. */
    hash: string;
    expires_at: Instant;
    /** Made on the server, so that it also signs in where providers alone may. */
    recovery?: boolean;
  },
): Procedure<Outcome<SignInLink>> {
  const { actor, user_id, hash, expires_at, recovery = false, now } = input;
  const { org_id } = actor;
  const user = yield* c.of.users.first({ id: user_id, org_id });
  if (!user) return { ok: false, why: "not_found" };
  if (user.role === null) {
    const message = "is needed: a user without a role cannot sign in.";
    return { ok: false, why: "invalid", faults: [{ field: "role", code: "required", message }] };
  }
  yield* endLinks(c, user_id);
  const link = yield* c.of.sign_in_links.insert({
    id: c.newId(now),
    org_id,
    user_id,
    hash,
    recovery,
    made_by: actor.name,
    expires_at,
    inserted_at: now,
  });
  yield* audit(c, { actor, now }, "invite", "users", { id: user_id, title: personName(user) });
  if (actor.user_id !== user_id)
    yield* notifyOwner(c, user_id, now, {
      title: "A link that signs in as you was made",
      message: `Made ${byActor(actor)}. It works once, for 24 hours.`,
    });
  return { ok: true, value: link };
}
