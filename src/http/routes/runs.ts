/** The runs and the errors that were reported to a webhook monitor. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Type } from "../../api/schema.ts";
import { Report, Run } from "../../api/webhook-monitors.ts";
import { orderedPageParameters, pageParameters, sendList } from "../answer/lists.ts";
import * as present from "../answer/present.ts";
import { notFound } from "../answer/problem.ts";
import { many } from "../answer/responses.ts";
import type { Deps } from "../deps.ts";
import { callerOf } from "../request/auth.ts";

export function runRoutes(app: FastifyInstance, { store, clock, siteUrl }: Deps): void {
  /** Fails where the organization of the caller has no such monitor. */
  async function known(request: FastifyRequest<{ Params: { id: string } }>): Promise<string> {
    const { org_id } = callerOf(request);
    const { id } = request.params;
    if (!(await store.read.resource("webhook_monitors", org_id, id, clock.now())))
      throw notFound("webhook monitor");
    return id;
  }

  app.get<{ Params: { id: string } }>(
    "/webhook_monitors/:id/reports",
    {
      config: { scope: "read" },
      schema: {
        tags: ["webhook_monitors"],
        operationId: "list_webhook_monitor_reports",
        summary: "The error reports that are kept of a webhook monitor; of bursts a part",
        querystring: Type.Object(orderedPageParameters, { additionalProperties: false }),
        response: many(Report),
      },
    },
    async (request, reply) => {
      const subject_id = await known(request);
      return sendList(request, reply, siteUrl(), {
        read: (page) => store.read.report_page(subject_id, page),
        position: (row) => ({ inserted_at: row.at, id: row.id }),
        present: present.report,
      });
    },
  );

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
      const id = await known(request);
      return sendList(request, reply, siteUrl(), {
        read: (page) => store.read.runs(id, page),
        position: (row) => ({ inserted_at: row.at, id: row.id }),
        present: present.run,
      });
    },
  );
}
