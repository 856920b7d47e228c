import { audit, type Actor } from "../audit.ts";
import { notifyOwner } from "../notify-owner.ts";
import { isKnownDevice } from "../../core/access/agent.ts";
import { sessionId } from "../../core/access/session.ts";
import type { User } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import { rows, type Procedure } from "../../store/kit/procedure.ts";
import type { NewSession } from "../../store/reads/access.ts";
import { signInMethods } from "../../core/text/actor.ts";
import { personName } from "../../core/text/person.ts";

/** The session of a visitor whose identity is proved. */
export interface SigningIn {
  session: NewSession;
}

/** Stores the session of a user. A sign-in on a new device notifies the person. */
export function* signIn(c: Context, user: User, { session }: SigningIn): Procedure<void> {
  const { id, org_id } = user;
  const name = personName(user);
  const now = session.inserted_at;
  const earlier = yield* rows(c.q.signInsOf, { user_id: id });
  const new_device = earlier.length > 0 && !isKnownDevice(session, earlier);
  yield* c.of.sessions.insert({
    ...session,
    org_id,
    user_id: id,
    name,
    new_device,
  });
  const actor = { ...actorOf(session, org_id), name, user_id: id };
  yield* audit(c, { actor, now }, "sign_in", "users", { id, title: name }, [
    { field: "method", from: null, to: session.method },
    ...(new_device ? [{ field: "new_device", from: null, to: true }] : []),
  ]);
  if (!new_device) return;
  const from = session.client_address === null ? "" : ` from ${session.client_address}`;
  yield* notifyOwner(c, id, now, {
    title: `New sign-in: ${session.agent}`,
    message: `Signed in ${signInMethods[session.method]}${from}. If it was not you, sign it out under Settings, You.`,
  });
}

/** The author of a sign-in: the browser that it begins in. */
export const actorOf = (
  { hash, client_address, agent }: NewSession,
  org_id: string,
): Omit<Actor, "name"> => ({
  org_id,
  request_id: null,
  session_id: sessionId(hash),
  ...(client_address === null ? {} : { client_address }),
  agent,
});
