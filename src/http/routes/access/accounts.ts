/**
 * Accounts: links by which users sign in (opened at `/join`), the sessions of browsers, and passkeys. A browser makes a
 * passkey on the page of its user (`dashboard/passkeys`).
 */
import type { accounts } from "../../../api/routes/people.ts";
import { neededFlags } from "../../../channel/registry.ts";
import { hashKey } from "../../../core/access/api-key.ts";
import { makeInvitationToken } from "../../../core/access/invitation.ts";
import { signInLinkLifetime } from "../../../core/access/sign-in-link.ts";
import { invitationLetter } from "../../../core/access/letter.ts";
import { fault } from "../../../core/declare/rules-connection.ts";
import { unreachableSite } from "../../../core/status/site.ts";
import { sessionId } from "../../../core/access/session.ts";
import { timestamp, timestampOr } from "../../answer/present.ts";
import { invalid, notFound, valueOf } from "../../answer/problem.ts";
import type { Deps } from "../../deps.ts";
import type { Handlers } from "../../request/asked.ts";

export const accountRoutes = ({
  store,
  post,
  randomBytes,
}: Deps): Handlers<keyof typeof accounts> => ({
  "GET /users/:user_id/passkeys": async ({ params: { user_id }, caller, now }) => {
    if (!(await store.read.resource("users", caller.org_id, user_id, now))) throw notFound("user");
    const passkeys = await store.read.passkeys(caller.org_id, user_id);
    return passkeys.map(({ id, name, last_used_at, inserted_at }) => ({
      id,
      user_id,
      name,
      last_used_at: timestampOr(last_used_at),
      inserted_at: timestamp(inserted_at),
    }));
  },

  "DELETE /users/:user_id/passkeys/:id": async ({ params, actor, now }) => {
    valueOf(await store.run("remove_passkey", { actor, ...params, now }), "passkey");
  },

  "POST /users/:user_id/sign_in_links": async (asked) => {
    const { params, body, caller, actor, now, siteUrl } = asked;
    const { user_id } = params;
    const send = body.mail === true ? post() : null;
    if (body.mail === true && !send) throw invalid([mailNeeded]);
    const token = makeInvitationToken(randomBytes);
    const link = valueOf(
      await store.run("invite_user", {
        actor,
        user_id,
        hash: hashKey(token),
        expires_at: now + signInLinkLifetime,
        now,
      }),
      "user",
    );
    const url = `${siteUrl}/join/${token}`;
    const user = send && (await store.read.resource("users", caller.org_id, user_id, now));
    const mail_problem = user
      ? await send!(
          invitationLetter(user, { organization: caller.organization.name, by: actor.name, url }),
        )
      : null;
    if (user) await store.run("note_mailed_link", { id: link.id, problem: mail_problem, now });
    return {
      id: link.id,
      user_id,
      expires_at: timestamp(link.expires_at),
      url,
      warning: unreachableSite(siteUrl),
      mailed: user !== null && user !== undefined && mail_problem === null,
      mail_problem,
      inserted_at: timestamp(link.inserted_at),
    };
  },

  "GET /sessions": async ({ caller, now }) => {
    const sessions = await store.read.sessions(caller.org_id, now);
    return sessions.map((session) => ({
      id: sessionId(session.hash),
      name: session.name,
      user_id: session.user_id,
      key_id: session.key_id,
      method: session.method,
      agent: session.agent,
      client_address: session.client_address,
      inserted_at: timestamp(session.inserted_at),
      seen_at: timestamp(session.seen_at),
      expires_at: timestamp(session.expires_at),
    }));
  },

  "DELETE /sessions/:id": async ({ params: { id }, actor, now }) => {
    const input = { actor, id, user_id: null, now };
    valueOf(await store.run("end_listed_session", input), "session");
  },
});

const mailNeeded = fault(
  "mail",
  "not_configured",
  `mail is not configured on this server (${neededFlags("email")})`,
);
