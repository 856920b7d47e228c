/** Marks in charts: add one, list them, delete one. */
import type { FastifyInstance } from "fastify";
import { Mark, MarkCreate, rangeParameters } from "../../api/history.ts";
import { GivenInstant, Type } from "../../api/schema.ts";
import { instantOf } from "../answer/instants.ts";
import { orderedPageParameters, sendList } from "../answer/lists.ts";
import { mark as present } from "../answer/present-history.ts";
import { valueOf } from "../answer/problem.ts";
import { failures, json, many, nothing } from "../answer/responses.ts";
import type { Deps } from "../deps.ts";
import { actorOf, callerOf } from "../request/auth.ts";
import { soundBody } from "../request/given.ts";

export function markRoutes(app: FastifyInstance, { store, clock, siteUrl }: Deps): void {
  const tags = ["marks"];

  app.get(
    "/marks",
    {
      config: { scope: "read" },
      schema: {
        tags,
        operationId: "list_marks",
        summary: "List the marks",
        querystring: Type.Object(
          {
            from: Type.Optional(GivenInstant("At or after this instant.")),
            to: Type.Optional(GivenInstant("Before this instant.")),
            ...orderedPageParameters,
          },
          { additionalProperties: false },
        ),
        response: many(Mark),
      },
    },
    (request, reply) => {
      const { from, to } = request.query as Partial<Record<keyof typeof rangeParameters, string>>;
      const { org_id } = callerOf(request);
      return sendList(request, reply, siteUrl(), {
        read: (page) =>
          store.read.marks({
            org_id,
            ...page,
            from: instantOf(from) ?? undefined,
            to: instantOf(to) ?? undefined,
          }),
        position: ({ at, id }) => ({ inserted_at: at, id }),
        present,
      });
    },
  );

  app.post<{ Body: MarkCreate }>(
    "/marks",
    {
      config: { scope: "write" },
      attachValidation: true,
      schema: {
        tags,
        operationId: "create_mark",
        summary: "Mark a moment in charts, such as a deployment",
        body: MarkCreate,
        response: { 201: json("The mark.", Mark), ...failures },
      },
    },
    async (request, reply) => {
      const now = clock.now();
      const { given, misshapen } = soundBody<MarkCreate>(request);
      const created = valueOf(
        await store.run("add_mark", {
          actor: actorOf(request),
          mark: {
            at: instantOf(given.at) ?? now,
            text: given.text,
            url: given.url ?? null,
            by: given.by ?? callerOf(request).name,
            alert_group_id: given.alert_group_id ?? null,
            monitor_id: given.monitor_id ?? null,
          },
          misshapen,
          now,
        }),
        "mark",
      );
      return reply.code(201).send(present(created));
    },
  );

  app.delete<{ Params: { id: string } }>(
    "/marks/:id",
    {
      config: { scope: "write" },
      schema: { tags, operationId: "delete_mark", summary: "Delete a mark", response: nothing },
    },
    async (request, reply) => {
      const { id } = request.params;
      valueOf(
        await store.run("remove_mark", { actor: actorOf(request), id, now: clock.now() }),
        "mark",
      );
      return reply.code(204).send();
    },
  );
}
