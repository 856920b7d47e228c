/** Routes of monitors beyond those of every kind: pause, resume, history. */
import type { MonitorKind } from "../../core/model/model.ts";
import type { FastifyInstance } from "fastify";
import { HistoryEntry, Pause } from "../../api/health-check-monitors.ts";
import { Type } from "../../api/schema.ts";
import { actorOf, callerOf } from "../request/auth.ts";
import type { Deps } from "../deps.ts";
import { asOfNow } from "../answer/as-of-now.ts";
import { instantOf } from "../answer/instants.ts";
import { pageParameters, sendList } from "../answer/lists.ts";
import { timestamp } from "../answer/present.ts";
import { invalid, notFound, valueOf } from "../answer/problem.ts";
import { many, one } from "../answer/responses.ts";
import { declared } from "../../resource/resources.ts";
import { kinds, type Kind } from "../answer/kinds.ts";

export function monitorRoutes(app: FastifyInstance, deps: Deps, kind: MonitorKind) {
  const { store, clock, siteUrl } = deps;
  const of = kinds[kind];
  const { shape } = of;
  const { noun } = declared[kind];
  const tags = [kind];

  for (const verb of ["pause", "resume"] as const)
    app.post<{ Params: { id: string }; Body?: { until?: string | null } }>(
      `/${kind}/:id/${verb}`,
      {
        config: { scope: "write" },
        schema: {
          tags,
          operationId: `${verb}_${noun.replaceAll(" ", "_")}`,
          summary:
            verb === "pause"
              ? `Pause a ${noun}: it opens no incident until it is resumed`
              : `Resume a ${noun}`,
          ...(verb === "pause" ? { body: Pause } : {}),
          response: one(shape),
        },
      },
      async (request, reply) => {
        const now = clock.now();
        const until = verb === "pause" ? instantOf(request.body?.until) : null;
        if (until !== null && until <= now)
          throw invalid([{ field: "until", code: "range", message: "must be in the future" }]);
        const row = valueOf(
          await store.run("pause", {
            actor: actorOf(request),
            kind,
            id: request.params.id,
            until,
            paused: verb === "pause",
            now,
          }),
          noun,
        );
        const present = of.present as Kind<typeof kind>["present"];
        const current = await asOfNow(deps, kind, row);
        return reply
          .header("etag", `"${current.version}"`)
          .send(present(current, siteUrl(), callerOf(request)));
      },
    );

  app.get<{ Params: { id: string } }>(
    `/${kind}/:id/history`,
    {
      config: { scope: "read" },
      schema: {
        tags,
        operationId: `list_${noun.replaceAll(" ", "_")}_history`,
        summary: `The changes of status of a ${noun}, oldest first`,
        querystring: Type.Object(pageParameters, {
          additionalProperties: false,
        }),
        response: many(HistoryEntry),
      },
    },
    async (request, reply) => {
      const { org_id } = callerOf(request);
      const { id } = request.params;
      if (!(await store.read.resource(kind, org_id, id, clock.now()))) throw notFound(noun);
      return sendList(request, reply, siteUrl(), {
        read: (page) => store.read.history(org_id, id, page),
        position: (row) => ({ inserted_at: row.at, id: row.id }),
        present: ({ at, status, reason }) => ({
          at: timestamp(at),
          status,
          reason,
        }),
      });
    },
  );
}
