/** The runs that a webhook monitor was reported. */
import type { FastifyInstance } from "fastify";
import { Type } from "../../api/schema.ts";
import { Run } from "../../api/webhook-monitors.ts";
import { pageParameters, sendList } from "../answer/lists.ts";
import * as present from "../answer/present.ts";
import { notFound } from "../answer/problem.ts";
import { many } from "../answer/responses.ts";
import type { Deps } from "../deps.ts";
import { callerOf } from "../request/auth.ts";

export function runRoutes(app: FastifyInstance, { store, clock, siteUrl }: Deps): void {
  app.get<{ Params: { id: string } }>(
    "/webhook_monitors/:id/runs",
    {
      config: { scope: "read" },
      schema: {
        tags: ["webhook_monitors"],
        operationId: "list_webhook_monitor_runs",
        summary: "The latest 100 runs that were reported to a webhook monitor, oldest first",
        querystring: Type.Object(pageParameters, { additionalProperties: false }),
        response: many(Run),
      },
    },
    async (request, reply) => {
      const { org_id } = callerOf(request);
      const { id } = request.params;
      if (!(await store.read.resource("webhook_monitors", org_id, id, clock.now())))
        throw notFound("webhook monitor");
      return sendList(request, reply, siteUrl(), {
        read: (page) => store.read.runs(id, page),
        position: (row) => ({ inserted_at: row.at, id: row.id }),
        present: present.run,
      });
    },
  );
}
