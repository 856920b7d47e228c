import type { Context } from "../../store/queries/context.ts";
import { type Procedure } from "../../store/kit/procedure.ts";

/**
 * Ends the sessions and the unused links of a user without a role. A role that is given again revives none of them. The
 * event of the change of the user closes the streams. Passkeys stay: they prove an identity, and the role decides
 * whether it signs in.
 */
export function* endAccess(c: Context, user_id: string): Procedure<void> {
  yield* c.of.sessions.remove({ user_id });
  yield* endLinks(c, user_id);
}

/** Removes the links of a user that were not used. */
export function* endLinks(c: Context, user_id: string): Procedure<void> {
  for (const { id, used_at } of yield* c.of.sign_in_links.find({ user_id }))
    if (used_at === null) yield* c.of.sign_in_links.remove({ id });
}
