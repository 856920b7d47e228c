/** Members of an alert group. */
import type { FastifyInstance } from "fastify";
import { Member, MemberCreate, MemberUpdate } from "../../api/alert-groups.ts";
import { Type } from "../../api/schema.ts";
import type { MemberRules } from "../../core/model/model.ts";
import { actorOf, callerOf } from "../request/auth.ts";
import type { Deps } from "../deps.ts";
import { soundBody } from "../request/given.ts";
import * as present from "../answer/present.ts";
import { notFound, valueOf } from "../answer/problem.ts";
import { many, nothing, one, saved } from "../answer/responses.ts";

export function memberRoutes(app: FastifyInstance, { store, clock }: Deps) {
  const tags = ["alert_groups"];
  const path = "/alert_groups/:id/members";

  app.get<{ Params: { id: string } }>(
    path,
    {
      config: { scope: "read" },
      schema: {
        tags,
        operationId: "list_members",
        summary: "List the members of an alert group",
        querystring: Type.Object({}, { additionalProperties: false }),
        response: many(Member),
      },
    },
    async (request, reply) => {
      const members = await store.read.members(callerOf(request).org_id, request.params.id);
      if (!members) throw notFound("alert group");
      return reply.send(members.map(present.member));
    },
  );

  app.post<{ Params: { id: string }; Body: { email: string } }>(
    path,
    {
      config: { scope: "write" },
      schema: {
        tags,
        operationId: "add_member",
        summary: "Add a user of the organization to an alert group",
        body: MemberCreate,
        response: saved(Member),
      },
    },
    async (request, reply) => {
      const { created, member } = valueOf(
        await store.run("add_member", {
          actor: actorOf(request),
          group_id: request.params.id,
          email: request.body.email,
          now: clock.now(),
        }),
        "alert group",
      );
      return reply.code(created ? 201 : 200).send(present.member(member));
    },
  );

  app.put<{
    Params: { id: string; user_id: string };
    Body: Partial<MemberRules>;
  }>(
    `${path}/:user_id`,
    {
      config: { scope: "write" },
      attachValidation: true,
      schema: {
        tags,
        operationId: "update_member",
        summary: "Give a member contact hours, a time zone or a least priority of their own",
        body: MemberUpdate,
        response: one(Member),
      },
    },
    async (request, reply) =>
      reply.send(
        present.member(
          valueOf(
            await store.run("set_member", {
              actor: actorOf(request),
              group_id: request.params.id,
              user_id: request.params.user_id,
              ...soundBody<Partial<MemberRules>>(request),
              now: clock.now(),
            }),
            "member",
          ),
        ),
      ),
  );

  app.delete<{ Params: { id: string; user_id: string } }>(
    `${path}/:user_id`,
    {
      config: { scope: "write" },
      schema: {
        tags,
        operationId: "remove_member",
        summary: "Remove a member from an alert group",
        response: nothing,
      },
    },
    async (request, reply) => {
      valueOf(
        await store.run("remove_member", {
          actor: actorOf(request),
          group_id: request.params.id,
          user_id: request.params.user_id,
          now: clock.now(),
        }),
        "member",
      );
      return reply.code(204).send();
    },
  );
}
