import { type Acting, audit } from "../audit.ts";
import { sessionId } from "../../core/access/session.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Ends all sessions of a user but one; answers their number. `keep`: the hash of the session that stays. */
export function* end_other_sessions(
  c: Context,
  { actor, user_id, keep, now }: Acting & { user_id: string; keep: string },
): Procedure<number> {
  const { org_id } = actor;
  const sessions = yield* c.of.sessions.find({ org_id, user_id });
  const others = sessions.filter(({ hash }) => hash !== keep);
  for (const { hash, name } of others) {
    yield* c.of.sessions.remove({ hash });
    yield* audit(c, { actor, now }, "end", "sessions", { id: sessionId(hash), title: name });
  }
  return others.length;
}
