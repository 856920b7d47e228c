/** Accounts: links by which users sign in (opened at `/join`), their passkeys, and the sessions of browsers. */
import type { FastifyInstance } from "fastify";
import { Type } from "../../../api/schema.ts";
import { Session, SignInLink } from "../../../api/sign-in-links.ts";
import { hashKey } from "../../../core/access/api-key.ts";
import { makeInvitationToken } from "../../../core/access/invitation.ts";
import { signInLinkLifetime } from "../../../core/access/sign-in-link.ts";
import { unreachableSite } from "../../../core/status/site.ts";
import { sessionId } from "../../../core/access/session.ts";
import { timestamp } from "../../answer/present.ts";
import { valueOf } from "../../answer/problem.ts";
import { failures, json, nothing, one } from "../../answer/responses.ts";
import type { Deps } from "../../deps.ts";
import { actorOf, callerOf } from "../../request/auth.ts";
import { passkeyRoutes } from "./passkeys.ts";

export function accountRoutes(app: FastifyInstance, deps: Deps) {
  const { store, clock, randomBytes, siteUrl } = deps;
  const tags = ["users"];
  passkeyRoutes(app, deps);

  app.post<{ Params: { user_id: string } }>(
    "/users/:user_id/sign_in_links",
    {
      config: { scope: "admin" },
      schema: {
        tags,
        operationId: "create_sign_in_link",
        summary: "Make a link by which a user with a role signs in, once, within 24 hours",
        description:
          "Opening the link changes nothing; its button uses the link up. Earlier links of the user stop working.",
        response: { 201: json("The link, shown this once.", SignInLink), ...failures },
      },
    },
    async (request, reply) => {
      const { user_id } = request.params;
      const token = makeInvitationToken(randomBytes);
      const now = clock.now();
      const link = valueOf(
        await store.run("invite_user", {
          actor: actorOf(request),
          user_id,
          hash: hashKey(token),
          expires_at: now + signInLinkLifetime,
          now,
        }),
        "user",
      );
      return reply.code(201).send({
        id: link.id,
        user_id,
        expires_at: timestamp(link.expires_at),
        url: `${siteUrl()}/join/${token}`,
        warning: unreachableSite(siteUrl()),
        inserted_at: timestamp(link.inserted_at),
      });
    },
  );

  app.get(
    "/sessions",
    {
      config: { scope: "admin" },
      schema: {
        tags: ["keys"],
        operationId: "list_sessions",
        summary: "List the browsers that are signed in",
        response: one(Type.Array(Session, { title: "Sessions" })),
      },
    },
    async (request, reply) => {
      const sessions = await store.read.sessions(callerOf(request).org_id, clock.now());
      return reply.send(
        sessions.map((session) => ({
          id: sessionId(session.hash),
          name: session.name,
          user_id: session.user_id,
          key_id: session.key_id,
          inserted_at: timestamp(session.inserted_at),
          seen_at: timestamp(session.seen_at),
          expires_at: timestamp(session.expires_at),
        })),
      );
    },
  );

  app.delete<{ Params: { id: string } }>(
    "/sessions/:id",
    {
      config: { scope: "admin" },
      schema: {
        tags: ["keys"],
        operationId: "end_session",
        summary: "End a session: the browser is signed out",
        response: nothing,
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      valueOf(
        await store.run("end_listed_session", {
          actor: actorOf(request),
          id,
          user_id: null,
          now: clock.now(),
        }),
        "session",
      );
      return reply.code(204).send();
    },
  );
}
