/** The events that `GET /events` sends. */
import { Timestamp, Type } from "./schema.ts";

/** The members of every event; others depend on its kind. */
const LiveEvent = Type.Object(
  {
    kind: Type.Enum(["status", "incident", "delivery", "resource"], {
      description:
        "status: of the monitor or alert group `id`. incident: the incident `id` or its timeline; `change` says what. delivery: the inbound event `id`. resource: something declared, a device or a key.",
    }),
    id: Type.String({ description: "Of what changed." }),
    at: Timestamp("When it changed."),
  },
  { title: "LiveEvent" },
);

/** One event of the stream, with the fields that the format has for it. */
export const ServerSentEvent = Type.Object(
  {
    id: Type.Optional(
      Type.String({
        pattern: "^\\d{1,15}\\.\\d{1,15}$",
        description: "Where it stands; as `Last-Event-ID` it resumes the stream.",
      }),
    ),
    event: Type.Optional(
      Type.Enum(["hello", "ping", "reset"], {
        description:
          "Absent: a change. hello: the stream begins. ping: the server is alive. reset: too many events were missed.",
      }),
    ),
    data: Type.String({
      contentMediaType: "application/json",
      contentSchema: LiveEvent,
      description: "What changed, as JSON; `{}` in an event that has a name.",
    }),
  },
  { title: "ServerSentEvent" },
);
