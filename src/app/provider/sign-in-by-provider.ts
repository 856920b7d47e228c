import { accountOf, type Arriving } from "./account.ts";
import { signIn } from "../access/sign-in.ts";
import type { AccountRefusal } from "../../core/access/oidc-account.ts";
import type { User } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import type { NewSession } from "../../store/reads/access.ts";

export type ProviderSignedIn = { ok: true; user: User } | { ok: false; why: AccountRefusal };

/**
 * Signs in a person whose identity a provider has proved: finds, joins or creates the account, gives it the role of its
 * groups, and stores the session. `session` null: a session that exists connects the provider.
 */
export function* sign_in_by_provider(
  c: Context,
  input: Arriving & {
    session: NewSession | null;
    id_token: string;
    /** The session at the provider; null: it names none. */
    sid: string | null;
  },
): Procedure<ProviderSignedIn> {
  const { session, id_token, sid, now } = input;
  const account = yield* accountOf(c, input);
  if (!account.ok) return account;
  const { user, identity } = account;
  if (session) {
    yield* signIn(c, user, { session });
    yield* c.of.provider_sessions.insert({
      hash: session.hash,
      org_id: user.org_id,
      identity_id: identity.id,
      sid,
      id_token,
      expires_at: session.expires_at,
      inserted_at: now,
    });
  }
  return { ok: true, user };
}
