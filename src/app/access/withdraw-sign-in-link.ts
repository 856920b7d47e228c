import { type Acting, audit } from "../audit.ts";
import type { Outcome } from "../outcome.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Removes a link to sign in that was not used. */
export function* withdraw_sign_in_link(
  c: Context,
  { actor, id, now }: Acting & { id: string },
): Procedure<Outcome<null>> {
  const link = yield* c.of.sign_in_links.hold({ id });
  if (!link || link.org_id !== actor.org_id || link.used_at !== null)
    return { ok: false, why: "not_found" };
  yield* c.of.sign_in_links.remove({ id });
  yield* audit(c, { actor, now }, "delete", "sign_in_links", link);
  return { ok: true, value: null };
}
