/** Routes of the records of monitord: notifications, gaps, changes, deliveries; and of the service itself. */
import { answered, many, one, orderedPage, page } from "./answers.ts";
import { BlindPeriod } from "../nodes.ts";
import { NotificationState } from "../enumerations.ts";
import { ServerSentEvent } from "../events.ts";
import { Accepted, InboundEvent, Replay } from "../inbound.ts";
import { Notification, NotificationDetail } from "../incidents.ts";
import { AuditEvent } from "../keys.ts";
import { Nodes } from "../nodes.ts";
import { TriedBody, TryBody } from "../try-body.ts";
import { tagged } from "./row.ts";
import { GivenInstant, limits, Type } from "../schema.ts";

export const records = {
  ...tagged("notifications", {
    "GET /notifications": {
      id: "list_notifications",
      scope: "read",
      summary: "List the notifications",
      query: {
        status: Type.Optional(
          Type.Array(NotificationState(), { description: "Only those in one of these states." }),
        ),
        incident_id: Type.Optional(Type.String()),
        user_id: Type.Optional(Type.String()),
        ...orderedPage,
      },
      answer: many(Notification),
    },
    "GET /notifications/:id": {
      id: "get_notification",
      scope: "read",
      summary: "Get one notification with every attempt to deliver it",
      answer: one(NotificationDetail),
    },
  }),
  ...tagged("nodes", {
    "GET /blind_periods": {
      id: "list_blind_periods",
      scope: "read",
      summary: "List monitoring gaps, three minutes or longer",
      query: {
        since: Type.Optional(GivenInstant("Ended at or after this instant.")),
        ...page,
      },
      answer: many(BlindPeriod),
    },
  }),
  ...tagged("audit", {
    "GET /audit_events": {
      id: "list_audit_events",
      scope: "admin",
      summary: "List who changed what",
      query: orderedPage,
      answer: many(AuditEvent),
    },
  }),
};

export const inboundEvents = tagged("inbound", {
  "GET /inbound_events": {
    id: "list_inbound_events",
    scope: "read",
    summary: "List what was posted to alert groups, and what monitors refused",
    query: {
      target_id: Type.Optional(Type.String({ description: "The monitor or alert group." })),
      refused: Type.Optional(
        Type.Boolean({ description: "Only what was refused, or only what was taken." }),
      ),
      ...orderedPage,
    },
    answer: many(InboundEvent),
  },
  "GET /inbound_events/:id": {
    id: "get_inbound_event",
    scope: "read",
    summary: "Get one delivery with its whole body",
    answer: one(InboundEvent),
  },
  "POST /inbound_events/:id/replay": {
    id: "replay_inbound_event",
    scope: "write",
    summary: "Process an inbound event again, as if it had just arrived",
    body: Replay,
    answer: answered(202, "It is on disk.", Accepted),
  },
  "POST /alert_groups/:id/try_body": {
    id: "try_body",
    scope: "read",
    summary: "Show what a body would make of an alert group, without saving anything",
    body: TryBody,
    bodyLimit: limits.managementBody,
    answer: one(TriedBody, "What it would make. A body that would be refused has a `reason`."),
  },
});

export const service = {
  ...tagged("nodes", {
    "GET /nodes": {
      id: "list_nodes",
      // Nodes belong to the installation, not to an organization.
      scope: "admin",
      summary: "List the running daemons, and how late checks and pushes are",
      answer: one(Nodes, "The nodes, the one that runs longest first."),
    },
  }),
  ...tagged("events", {
    "GET /events": {
      id: "stream_events",
      scope: "read",
      session: true,
      quiet: true,
      summary: "What changes, as it changes, as server-sent events",
      description:
        "The data of an event is one line of JSON, a `LiveEvent`. Look at what it names again. A reconnection with `Last-Event-ID` is sent what it missed, or `event: reset` when that is too long ago: then look at everything again. A key or session can have 500 streams at once. A comment and an `event: ping` come every `ping_seconds`.",
      query: {
        ping_seconds: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: 60,
            default: 15,
            description: "Seconds between pings.",
          }),
        ),
      },
      answer: answered(
        200,
        "Server-sent events, until one of the two ends it.",
        ServerSentEvent,
        "text/event-stream",
      ),
    },
  }),
};
