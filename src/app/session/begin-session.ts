import { actorOf } from "../access/sign-in.ts";
import { audit } from "../audit.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import type { NewSession } from "../../store/reads/access.ts";

/** Stores the session of a browser that signed in with a key, under the name that its visitor typed. */
export function* begin_session(
  c: Context,
  {
    session,
    key,
    name,
  }: { session: NewSession; key: { id: string; org_id: string; name: string }; name: string },
): Procedure<null> {
  const { id, org_id, name: key_name } = key;
  yield* c.of.sessions.insert({
    ...session,
    org_id,
    key_id: id,
    name,
  });
  const actor = { ...actorOf(session, org_id), name, key: { id, name: key_name } };
  yield* audit(c, { actor, now: session.inserted_at }, "sign_in", "api_keys", key, [
    { field: "method", from: null, to: session.method },
  ]);
  return null;
}
