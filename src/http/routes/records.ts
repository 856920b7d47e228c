/** What happened, to look at: notifications, the audit log. */
import type { FastifyInstance } from "fastify";
import { Notification, NotificationDetail } from "../../api/incidents.ts";
import { AuditEvent } from "../../api/keys.ts";
import { Type } from "../../api/schema.ts";
import { notificationStates } from "../../core/model.ts";
import { callerOf } from "../auth.ts";
import type { Deps } from "../deps.ts";
import { pageParameters, sendList } from "../lists.ts";
import * as present from "../present.ts";
import { notFound } from "../problem.ts";
import { many, one } from "../responses.ts";

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
            status: Type.Optional(Type.Enum([...notificationStates])),
            incident_id: Type.Optional(Type.String()),
            user_id: Type.Optional(Type.String()),
            ...pageParameters,
          },
          { additionalProperties: false },
        ),
        response: many(Notification),
      },
    },
    (request, reply) => {
      const { status, incident_id, user_id } = request.query as Record<
        string,
        string | undefined
      >;
      const { org_id } = callerOf(request);
      return sendList(request, reply, siteUrl(), {
        read: (page) =>
          store.read.notifications({
            org_id,
            ...page,
            state: status,
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
      const found = await store.read.notification(
        callerOf(request).org_id,
        request.params.id,
      );
      if (!found) throw notFound("notification");
      return reply.send({
        ...present.notification(found.notification),
        attempts_made: found.attempts.map(present.attempt),
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
        querystring: Type.Object(pageParameters, {
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
