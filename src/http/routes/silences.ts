/** Silences: create, list and end them. */
import type { FastifyInstance } from "fastify";
import { Silence, SilenceCreate } from "../../api/silences.ts";
import { Type } from "../../api/schema.ts";
import { actorOf, authorOf, callerOf } from "../request/auth.ts";
import type { Deps } from "../deps.ts";
import { soundBody } from "../request/given.ts";
import { instantOf } from "../answer/instants.ts";
import { pageParameters, sendList } from "../answer/lists.ts";
import { silence as present } from "../answer/present.ts";
import { notFound, valueOf } from "../answer/problem.ts";
import { failures, json, many, one } from "../answer/responses.ts";

export function silenceRoutes(app: FastifyInstance, { store, clock, siteUrl }: Deps) {
  const tags = ["silences"];

  app.get(
    "/silences",
    {
      config: { scope: "read" },
      schema: {
        tags,
        operationId: "list_silences",
        summary: "List the silences",
        querystring: Type.Object(
          {
            current: Type.Optional(Type.Boolean({ description: "Only those that are not over." })),
            ...pageParameters,
          },
          { additionalProperties: false },
        ),
        response: many(Silence),
      },
    },
    (request, reply) => {
      const { current } = request.query as { current?: boolean };
      const { org_id } = callerOf(request);
      const now = clock.now();
      return sendList(request, reply, siteUrl(), {
        read: (page) => store.read.silences({ org_id, ...page, current }, now),
        position: (row) => row,
        present: (row) => present(row, now),
      });
    },
  );

  app.get<{ Params: { id: string } }>(
    "/silences/:id",
    {
      config: { scope: "read" },
      schema: {
        tags,
        operationId: "get_silence",
        summary: "Get one silence",
        response: one(Silence),
      },
    },
    async (request, reply) => {
      const { org_id } = callerOf(request);
      const row = await store.read.silence(org_id, request.params.id);
      if (!row) throw notFound("silence");
      return reply.send(present(row, clock.now()));
    },
  );

  app.post<{ Body: SilenceCreate }>(
    "/silences",
    {
      config: { scope: "respond" },
      attachValidation: true,
      schema: {
        tags,
        operationId: "create_silence",
        summary: "Silence a monitor, a group, alerts with certain labels, or everything",
        body: SilenceCreate,
        response: { 201: json("It is asked for.", Silence), ...failures },
      },
    },
    async (request, reply) => {
      const now = clock.now();
      const { given, misshapen } = soundBody<SilenceCreate>(request);
      const { by, from, until, ...asked } = given;
      const silence = valueOf(
        await store.run("create_silence", {
          actor: actorOf(request),
          silence: {
            monitor_id: asked.monitor_id ?? null,
            alert_group_id: asked.alert_group_id ?? null,
            key: asked.key ?? null,
            matchers: asked.matchers ?? [],
            from: instantOf(from) ?? now,
            until: instantOf(until),
            until_recovered: asked.until_recovered ?? false,
            cron: asked.cron ?? null,
            duration_minutes: asked.duration_minutes ?? null,
            timezone: asked.timezone ?? "UTC",
            created_by: authorOf(request, by).by,
            reason: asked.reason,
          },
          misshapen,
          now,
        }),
        "silence",
      );
      return reply
        .code(201)
        .header("location", `${siteUrl()}/api/v1/silences/${silence.id}`)
        .send(present(silence, now));
    },
  );

  app.delete<{ Params: { id: string } }>(
    "/silences/:id",
    {
      config: { scope: "respond" },
      schema: {
        tags,
        operationId: "end_silence",
        summary: "End a silence now and send notifications on hold",
        response: one(Silence),
      },
    },
    async (request, reply) => {
      const now = clock.now();
      const ended = valueOf(
        await store.run("end_silence", {
          actor: actorOf(request),
          id: request.params.id,
          now,
        }),
        "silence",
      );
      return reply.send(present(ended, now));
    },
  );
}
