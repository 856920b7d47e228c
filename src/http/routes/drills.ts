/** Drills of an alert group. */
import type { FastifyInstance } from "fastify";
import { Drill } from "../../api/drills.ts";
import { Type } from "../../api/schema.ts";
import type { DrillFound } from "../../core/model/model.ts";
import { actorOf, callerOf } from "../request/auth.ts";
import type { Deps } from "../deps.ts";
import { pageParameters, sendList } from "../answer/lists.ts";
import { timestamp, timestampOr } from "../answer/present.ts";
import { notFound, valueOf } from "../answer/problem.ts";
import { failures, json, many } from "../answer/responses.ts";

export function drillRoutes(app: FastifyInstance, { store, clock, siteUrl }: Deps) {
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
        querystring: Type.Object({ ...pageParameters }, { additionalProperties: false }),
        response: many(Drill),
      },
    },
    async (request, reply) => {
      const { org_id } = callerOf(request);
      const { id } = request.params;
      const group = await store.read.resource("alert_groups", org_id, id, clock.now());
      if (!group) throw notFound("alert group");
      return sendList(request, reply, siteUrl(), {
        read: (page) => store.read.drills({ org_id, alert_group_id: id, ...page }),
        position: ({ drill }) => ({ inserted_at: drill.at, id: drill.id }),
        present: presentDrill,
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
      return reply.code(201).send(presentDrill(started));
    },
  );
}

/** A drill with its participants and their responses. */
function presentDrill({ drill: row, people }: DrillFound): Drill {
  return {
    id: row.id,
    alert_group_id: row.alert_group_id,
    at: timestamp(row.at),
    started_by: row.started_by,
    ends_at: timestamp(row.ends_at),
    ended_at: timestampOr(row.ended_at),
    answered: people.flatMap(({ user_id, answered_at, device_id }) =>
      answered_at === null ? [] : [{ user_id, answered_at: timestamp(answered_at), device_id }],
    ),
    unanswered: people.flatMap(({ user_id, answered_at }) =>
      answered_at === null ? [user_id] : [],
    ),
  };
}
