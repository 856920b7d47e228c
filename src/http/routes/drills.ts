/** Drills of an alert group. */
import type { FastifyInstance } from "fastify";
import { Drill } from "../../api/drills.ts";
import { Type } from "../../api/schema.ts";
import { actorOf, callerOf } from "../auth.ts";
import type { Deps } from "../deps.ts";
import { pageParameters, sendList } from "../lists.ts";
import * as present from "../present.ts";
import { notFound, valueOf } from "../problem.ts";
import { failures, json, many } from "../responses.ts";

export function drillRoutes(
  app: FastifyInstance,
  { store, clock, siteUrl }: Deps,
) {
  const tags = ["alert_groups"];
  const path = "/alert_groups/:id/drills";

  app.get<{ Params: { id: string } }>(
    path,
    {
      config: { scope: "read" },
      schema: {
        tags,
        operationId: "list_drills",
        summary: "List the drills of an alert group, with who answered",
        querystring: Type.Object(
          { ...pageParameters },
          { additionalProperties: false },
        ),
        response: many(Drill),
      },
    },
    async (request, reply) => {
      const { org_id } = callerOf(request);
      const { id } = request.params;
      const group = await store.read.resource(
        "alert_groups",
        org_id,
        id,
        clock.now(),
      );
      if (!group) throw notFound("alert group");
      return sendList(request, reply, siteUrl(), {
        read: (page) =>
          store.read.drills({ org_id, alert_group_id: id, ...page }),
        position: ({ drill }) => ({ inserted_at: drill.at, id: drill.id }),
        present: present.drill,
      });
    },
  );

  app.post<{ Params: { id: string } }>(
    path,
    {
      config: { scope: "write" },
      schema: {
        tags,
        operationId: "start_drill",
        summary:
          "Ask every member, on every device and without a sound, whether they can be reached",
        response: { 201: json("It has begun.", Drill), ...failures },
      },
    },
    async (request, reply) => {
      const started = valueOf(
        await store.run("start_drill", {
          actor: actorOf(request),
          group_id: request.params.id,
          now: clock.now(),
        }),
        "alert group",
      );
      return reply.code(201).send(present.drill(started));
    },
  );
}
