import { signIn, type SigningIn } from "./sign-in.ts";
import type { Outcome } from "../outcome.ts";
import { signInLinkStatus } from "../../core/access/sign-in-link.ts";
import type { User } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/**
 * Uses up the link of a user and stores the session that it is exchanged for. not_found: the link is unknown, used or
 * expired, or its user can no longer sign in.
 */
export function* redeem_sign_in_link(
  c: Context,
  input: { hash: string } & SigningIn,
): Procedure<Outcome<User>> {
  const now = input.session.inserted_at;
  const link = yield* c.of.sign_in_links.hold({ hash: input.hash });
  if (!link || signInLinkStatus(link, now) !== "open") return { ok: false, why: "not_found" };
  const user = yield* c.of.users.first({ id: link.user_id });
  if (!user || user.role === null) return { ok: false, why: "not_found" };
  yield* c.of.sign_in_links.update({ id: link.id }, { used_at: now });
  yield* signIn(c, user, input);
  return { ok: true, value: user };
}
