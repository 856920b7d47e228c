/** Passkeys of users: listed and removed. A browser makes one on the page of its user (`dashboard/passkeys`). */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Type } from "../../../api/schema.ts";
import { Passkey } from "../../../api/sign-in-links.ts";
import { allows } from "../../../core/access/scope.ts";
import { timestamp } from "../../answer/present.ts";
import { notFound, Problem, valueOf } from "../../answer/problem.ts";
import { nothing, one } from "../../answer/responses.ts";
import type { Deps } from "../../deps.ts";
import { actorOf, callerOf } from "../../request/auth.ts";

export function passkeyRoutes(app: FastifyInstance, deps: Deps) {
  const { store, clock } = deps;
  const tags = ["users"];

  app.get<{ Params: { user_id: string } }>(
    "/users/:user_id/passkeys",
    {
      config: { scope: "read" },
      schema: {
        tags,
        operationId: "list_passkeys",
        summary: "List the passkeys of a user: the caller, or for admins any",
        response: one(Type.Array(Passkey, { title: "Passkeys" })),
      },
    },
    async (request, reply) => {
      const { user_id } = request.params;
      const { org_id } = callerOf(request);
      mayManage(request, user_id);
      if (!(await store.read.resource("users", org_id, user_id, clock.now())))
        throw notFound("user");
      const passkeys = await store.read.passkeys(org_id, user_id);
      return reply.send(
        passkeys.map(({ id, name, last_used_at, inserted_at }) => ({
          id,
          user_id,
          name,
          last_used_at: last_used_at && timestamp(last_used_at),
          inserted_at: timestamp(inserted_at),
        })),
      );
    },
  );

  app.delete<{ Params: { user_id: string; id: string } }>(
    "/users/:user_id/passkeys/:id",
    {
      config: { scope: "read" },
      schema: {
        tags,
        operationId: "remove_passkey",
        summary: "Remove a passkey: it signs in no more. Of the caller, or for admins of any user",
        response: nothing,
      },
    },
    async (request, reply) => {
      const { user_id, id } = request.params;
      mayManage(request, user_id);
      const actor = actorOf(request);
      const removed = await store.run("remove_passkey", { actor, user_id, id, now: clock.now() });
      valueOf(removed, "passkey");
      return reply.code(204).send();
    },
  );
}

/** Users manage their own passkeys, and admins those of all. */
function mayManage(request: FastifyRequest, user_id: string): void {
  const caller = callerOf(request);
  if (caller.user_id !== user_id && !allows(caller, "admin"))
    throw new Problem("forbidden", "Passkeys are managed by their user and by admins.");
}
