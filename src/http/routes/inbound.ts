/** Manages webhook URLs: list and replay inbound events, rotate URLs. */
import type { FastifyInstance } from "fastify";
import { Accepted, InboundEvent, Replay, unauthenticated } from "../../api/inbound.ts";
import { Type } from "../../api/schema.ts";
import type * as model from "../../core/model/model.ts";
import { actorOf, callerOf } from "../request/auth.ts";
import type { Deps } from "../deps.ts";
import { take } from "../inbound/inbound-take.ts";
import { declared, kindsWith } from "../../resource/resources.ts";
import { asOfNow } from "../answer/as-of-now.ts";
import { kinds, type Kind } from "../answer/kinds.ts";
import { orderedPageParameters, sendList } from "../answer/lists.ts";
import { timestamp, timestampOr } from "../answer/present.ts";
import { invalid, notFound, Problem, valueOf } from "../answer/problem.ts";
import { failures, json, many, one } from "../answer/responses.ts";

export function inboundRoutes(app: FastifyInstance, deps: Deps) {
  const { store, clock, siteUrl } = deps;
  app.get(
    "/inbound_events",
    {
      config: { scope: "read" },
      schema: {
        tags: ["inbound"],
        operationId: "list_inbound_events",
        summary: "List what was posted to alert groups, and what monitors refused",
        querystring: Type.Object(
          {
            target_id: Type.Optional(Type.String({ description: "The monitor or alert group." })),
            refused: Type.Optional(
              Type.Boolean({
                description: "Only what was refused, or only what was taken.",
              }),
            ),
            ...orderedPageParameters,
          },
          { additionalProperties: false },
        ),
        response: many(InboundEvent),
      },
    },
    (request, reply) => {
      const { target_id, refused } = request.query as {
        target_id?: string;
        refused?: boolean;
      };
      const { org_id } = callerOf(request);
      return sendList(request, reply, siteUrl(), {
        read: (page) => store.read.inbound_events({ org_id, ...page, target_id, refused }),
        position: (row) => ({ inserted_at: row.received_at, id: row.id }),
        present,
      });
    },
  );

  app.get<{ Params: { id: string } }>(
    "/inbound_events/:id",
    {
      config: { scope: "read" },
      schema: {
        tags: ["inbound"],
        operationId: "get_inbound_event",
        summary: "Get one delivery with its whole body",
        response: one(InboundEvent),
      },
    },
    async (request, reply) =>
      reply.send(present(await found(callerOf(request).org_id, request.params.id))),
  );

  app.post<{ Params: { id: string }; Body: { confirm?: string } }>(
    "/inbound_events/:id/replay",
    {
      config: { scope: "write" },
      schema: {
        tags: ["inbound"],
        operationId: "replay_inbound_event",
        summary: "Process an inbound event again, as if it had just arrived",
        body: Replay,
        response: { 202: json("It is on disk.", Accepted), ...failures },
      },
    },
    async (request, reply) => {
      const event = await found(callerOf(request).org_id, request.params.id);
      const unauthenticatedSender = event.ring === unauthenticated;
      if (unauthenticatedSender && request.body.confirm !== unauthenticated)
        throw invalid([
          {
            field: "confirm",
            code: "required",
            message: `must be "${unauthenticated}": the sender of this delivery did not present the secret of the URL, so it may be forged`,
          },
        ]);
      const body = Buffer.from(event.body);
      if (body.length < event.size && event.http_status >= 400)
        throw new Problem(
          "conflict",
          `Only the beginning of this delivery was kept (${body.length} of ${event.size} bytes): have it sent again.`,
        );
      const now = clock.now();
      const taken = await take(
        store,
        {
          target: {
            kind: event.target_kind as "webhook_monitor" | "alert_group",
            id: event.target_id,
            org_id: event.org_id,
          },
          body,
          content_type: event.content_type ?? undefined,
          headers: () => event.headers,
          idempotency_key: null,
          unauthenticated: unauthenticatedSender,
          replay_of: event.id,
        },
        now,
      );
      await store.run("replayed", { actor: actorOf(request), event, now });
      return reply.code(202).send(taken);
    },
  );

  for (const kind of kindsWith("hasAddress")) {
    const { shape } = kinds[kind];
    const { noun } = declared[kind];
    app.post<{ Params: { id: string } }>(
      `/${kind}/:id/rotate_webhook`,
      {
        config: { scope: "write" },
        schema: {
          tags: [kind],
          operationId: `rotate_${noun.replaceAll(" ", "_")}_webhook`,
          summary:
            `Give a ${noun} a new webhook URL; the present one goes on working for 24 hours`.replace(
              "a alert",
              "an alert",
            ),
          response: one(shape),
        },
      },
      async (request, reply) => {
        const row = valueOf(
          await store.run("rotate_webhook", {
            actor: actorOf(request),
            kind,
            id: request.params.id,
            now: clock.now(),
          }),
          noun,
        );
        const shown = kinds[kind].present as Kind<typeof kind>["present"];
        return reply.send(shown(await asOfNow(deps, kind, row), siteUrl(), callerOf(request)));
      },
    );
  }

  async function found(org_id: string, id: string): Promise<model.InboundEvent> {
    const event = await store.read.inbound_event(org_id, id);
    if (!event) throw notFound("delivery");
    return event;
  }
}

function present({
  org_id: _org,
  received_at,
  replayed_at,
  ring,
  ...row
}: model.InboundEvent): InboundEvent {
  return {
    ...row,
    unauthenticated: ring === unauthenticated,
    received_at: timestamp(received_at),
    replayed_at: timestampOr(replayed_at),
  };
}
