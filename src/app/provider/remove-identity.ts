import { type Acting, audit } from "../audit.ts";
import type { Outcome } from "../outcome.ts";
import { end_session } from "../session/end-session.ts";
import { knownName } from "../../core/text/person.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Disconnects a user from a provider, and ends the sessions that were begun there. */
export function* remove_identity(
  c: Context,
  { actor, user_id, id, now }: Acting & { user_id: string; id: string },
): Procedure<Outcome<null>> {
  const { org_id } = actor;
  const identity = yield* c.of.identities.first({ id, org_id, user_id });
  if (!identity) return { ok: false, why: "not_found" };
  for (const { hash } of yield* c.of.provider_sessions.find({ identity_id: id }))
    yield* end_session(c, { hash, actor, now });
  yield* c.of.identities.remove({ id });
  const user = yield* c.of.users.first({ id: user_id });
  yield* audit(c, { actor, now }, "disconnect", "users", { id: user_id, title: knownName(user) });
  return { ok: true, value: null };
}
