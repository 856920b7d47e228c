import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import { type Procedure } from "../../store/kit/procedure.ts";

/**
 * Ends the sessions, the keys and the unused links of a user without a role. A role that is given again revives none of them. The
 * event of the change of the user closes the streams. Passkeys stay: they prove an identity, and the role decides
 * whether it signs in.
 */
export function* endAccess(c: Context, user_id: string, now: Instant): Procedure<void> {
  yield* c.of.sessions.remove({ user_id });
  yield* endKeys(c, user_id, now);
  yield* endLinks(c, user_id);
}

/** Removes the links of a user that were not used. */
export function* endLinks(c: Context, user_id: string): Procedure<void> {
  for (const { id, used_at } of yield* c.of.sign_in_links.find({ user_id }))
    if (used_at === null) yield* c.of.sign_in_links.remove({ id });
}

/** Revokes the keys of a user. */
export function* endKeys(c: Context, user_id: string, now: Instant): Procedure<void> {
  for (const { id, revoked_at } of yield* c.of.api_keys.find({ user_id }))
    if (revoked_at === null) yield* c.of.api_keys.update({ id }, { revoked_at: now });
}
