/** The events that `GET /events` sends. */
import { Shape, Timestamp, Type } from "./schema.ts";

/** The members of every event; others depend on its kind. */
const LiveEvent = Type.Object(
  {
    kind: Type.Enum(["status", "incident", "delivery", "resource"], {
      description:
        "status: of the monitor or alert group `id`. incident: the incident `id` or its timeline; `change` says what. delivery: the inbound event `id`. resource: something declared, a device or a key.",
    }),
    id: Type.String({ description: "The id of the object that changed." }),
    at: Timestamp("When it changed."),
  },
  { title: "LiveEvent" },
);

const id = Type.String({
  pattern: "^\\d{1,15}\\.\\d{1,15}$",
  description: "Where it stands; as `Last-Event-ID` it resumes the stream.",
});

/** An event without a name: something changed. */
const ChangeEvent = Shape("ChangeEvent", {
  id,
  data: Type.String({
    contentMediaType: "application/json",
    contentSchema: LiveEvent,
    description: "What changed, as JSON.",
  }),
});

/** An event with a name, which is about the stream itself. The first one is always of these, unless a stream resumes. */
const StreamEvent = Shape("StreamEvent", {
  id: Type.Optional(id),
  event: Type.Enum(["hello", "ping", "reset"], {
    description:
      "hello: the stream begins. ping: the server is alive. reset: too many events were missed.",
  }),
  data: Type.String({
    contentMediaType: "application/json",
    contentSchema: Type.Object({}, { additionalProperties: false }),
    description: "`{}`.",
  }),
});

/** One event of the stream, with the fields that the format has for it. */
export const ServerSentEvent = Type.Union([ChangeEvent, StreamEvent], { title: "ServerSentEvent" });
