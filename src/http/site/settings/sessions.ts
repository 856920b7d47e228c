/** Sessions as the pages list them. */
import { sessionId } from "../../../core/access/session.ts";
import type { Passkey, Session } from "../../../core/model/model.ts";
import type { ListedSession } from "../../../dashboard/settings/sessions.ts";

/** `own`: the id of the session that asks. */
export const listedSessions = (
  sessions: readonly Session[],
  passkeys: readonly Passkey[],
  own: string | null,
): ListedSession[] =>
  sessions.map((session) => ({
    ...session,
    id: sessionId(session.hash),
    passkey: passkeys.find(({ id }) => id === session.passkey_id)?.name ?? null,
    own: sessionId(session.hash) === own,
  }));
