import { audit } from "../audit.ts";
import type { User } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import type { NewSession } from "../../store/reads/access.ts";
import { personName } from "../../core/text/person.ts";

/** The session of a visitor whose identity is proved. */
export interface SigningIn {
  session: NewSession;
  client_address: string;
}

/** Stores the session of a user. */
export function* signIn(
  c: Context,
  user: User,
  { session, client_address }: SigningIn,
): Procedure<void> {
  const { id, org_id } = user;
  const name = personName(user);
  yield* c.of.sessions.insert({ ...session, org_id, key_id: null, user_id: id, name });
  yield* audit(
    c,
    {
      actor: { org_id, name, request_id: null, client_address, user_id: id },
      now: session.inserted_at,
    },
    "sign_in",
    "users",
    { id, title: name },
  );
}
