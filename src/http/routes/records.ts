/** Records to read: notifications, monitoring gaps, the audit log. */
import type { FastifyInstance } from "fastify";
import { BlindPeriod } from "../../api/nodes.ts";
import { NotificationState } from "../../api/enumerations.ts";
import { Notification, NotificationDetail } from "../../api/incidents.ts";
import { AuditEvent } from "../../api/keys.ts";
import { GivenInstant, Type } from "../../api/schema.ts";
import type { NotificationState as State } from "../../core/model/model.ts";
import { callerOf } from "../request/auth.ts";
import type { Deps } from "../deps.ts";
import { orderedPageParameters, pageParameters, sendList } from "../answer/lists.ts";
import { instantOf } from "../answer/instants.ts";
import * as present from "../answer/present.ts";
import { notFound } from "../answer/problem.ts";
import { many, one } from "../answer/responses.ts";

const { timestamp } = present;

export function recordRoutes(app: FastifyInstance, { store, siteUrl }: Deps) {
  app.get(
    "/notifications",
    {
      config: { scope: "read" },
      schema: {
        tags: ["notifications"],
        operationId: "list_notifications",
        summary: "List the notifications",
        querystring: Type.Object(
          {
            status: Type.Optional(
              Type.Array(NotificationState(), {
                description: "Only those in one of these states.",
              }),
            ),
            incident_id: Type.Optional(Type.String()),
            user_id: Type.Optional(Type.String()),
            ...orderedPageParameters,
          },
          { additionalProperties: false },
        ),
        response: many(Notification),
      },
    },
    (request, reply) => {
      const { status, incident_id, user_id } = request.query as {
        status?: State[];
        incident_id?: string;
        user_id?: string;
      };
      const { org_id } = callerOf(request);
      return sendList(request, reply, siteUrl(), {
        read: (page) =>
          store.read.notifications({
            org_id,
            ...page,
            states: status,
            incident_id,
            user_id,
          }),
        position: (row) => row,
        present: present.notification,
      });
    },
  );

  app.get<{ Params: { id: string } }>(
    "/notifications/:id",
    {
      config: { scope: "read" },
      schema: {
        tags: ["notifications"],
        operationId: "get_notification",
        summary: "Get one notification with every attempt to deliver it",
        response: one(NotificationDetail),
      },
    },
    async (request, reply) => {
      const row = await store.read.notification(callerOf(request).org_id, request.params.id);
      if (!row) throw notFound("notification");
      return reply.send({
        ...present.notification(row.notification),
        attempts_made: row.attempts.map(present.attempt),
      });
    },
  );

  app.get(
    "/blind_periods",
    {
      config: { scope: "read" },
      schema: {
        tags: ["nodes"],
        operationId: "list_blind_periods",
        summary: "List monitoring gaps, three minutes or longer",
        querystring: Type.Object(
          {
            since: Type.Optional(GivenInstant("Ended at or after this instant.")),
            ...pageParameters,
          },
          { additionalProperties: false },
        ),
        response: many(BlindPeriod),
      },
    },
    (request, reply) => {
      const { since } = request.query as { since?: string };
      const ended = instantOf(since) ?? undefined;
      return sendList(request, reply, siteUrl(), {
        read: (page) => store.read.blind_periods({ ...page, since: ended }),
        position: (row) => ({ inserted_at: row.to, id: row.id }),
        present: present.blindPeriod,
      });
    },
  );

  app.get(
    "/audit_events",
    {
      config: { scope: "admin" },
      schema: {
        tags: ["audit"],
        operationId: "list_audit_events",
        summary: "List who changed what",
        querystring: Type.Object(orderedPageParameters, {
          additionalProperties: false,
        }),
        response: many(AuditEvent),
      },
    },
    (request, reply) => {
      const { org_id } = callerOf(request);
      return sendList(request, reply, siteUrl(), {
        read: (page) => store.read.audit_events({ org_id, ...page }),
        position: (row) => ({ inserted_at: row.at, id: row.id }),
        present: ({ org_id: _org, at, ...row }) => ({
          ...row,
          at: timestamp(at),
        }),
      });
    },
  );
}
