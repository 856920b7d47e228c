/** Bodies of requests that act on one incident, or on several. */
import { IncidentStatus, PublicUpdateState } from "../enumerations.ts";
import { carefully, project } from "./several-bodies.ts";
import { limits, Nullable, Shape, Timestamp, Type, type Static } from "../schema.ts";

/** The author of an act on an incident. */
const by = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: limits.title,
    description: "Name to record; default: the name of the key.",
  }),
);

export const Acknowledge = Shape("Acknowledge", {
  by,
  for_minutes: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 10_080,
      description:
        "Snooze: the acknowledgement ends after so many minutes, and the incident pages again.",
    }),
  ),
});
export const Unacknowledge = Shape("Unacknowledge", { by });

/** The incidents that a request acts on. */
const which = {
  numbers: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1, maximum: 999_999_999 }), {
      minItems: 1,
      maxItems: 1000,
      description: "Numbers of incidents. Either these or a `filter`.",
    }),
  ),
  filter: Type.Optional(
    Shape(
      "IncidentFilter",
      {
        alert_group_id: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
        source_id: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
        project,
        status: Type.Optional(Type.Enum(["open", "acknowledged"])),
        matchers: Type.Optional(Type.Array(Type.String({ maxLength: 1024 }), { maxItems: 20 })),
      },
      {
        description:
          "All unresolved incidents that match. `matchers` are those of silences. Without a field: all of them.",
      },
    ),
  ),
  ...carefully,
};
const Ids = (what: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
      minItems: 1,
      maxItems: 100,
      description: `Ids of ${what}`,
    }),
  );

export const PageNow = Shape("PageNow", {
  by,
  user_ids: Ids(
    "users who are asked to help: they are paged at any hour, until the incident is acknowledged.",
  ),
  alert_group_ids: Ids(
    "alert groups that are asked to help: they are paged by their own rules, until the incident is acknowledged.",
  ),
});
export const HandOver = Shape("HandOver", {
  by,
  user_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        "Id of the user who is to take it: the user is paged, and has it by acknowledging. Your own: you take it.",
    }),
  ),
  alert_group_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        "Id of the alert group that gets it: it is paged by its rules, and the others hear no more of the incident.",
    }),
  ),
});
export const Reopen = Shape("Reopen", { by });
export const Resolve = Shape("Resolve", {
  by,
  reason: Type.Optional(Type.String({ minLength: 1, maxLength: limits.message })),
});
export const AcknowledgeSeveral = Shape("AcknowledgeSeveral", {
  ...Acknowledge.properties,
  ...which,
});
export const UnacknowledgeSeveral = Shape("UnacknowledgeSeveral", { by, ...which });
export const ResolveSeveral = Shape("ResolveSeveral", { ...Resolve.properties, ...which });

/** An incident that a request for several acted on. */
export const ActedOn = Shape("ActedOn", {
  number: Type.Integer(),
  id: Type.String(),
  title: Type.String(),
  status: IncidentStatus(),
  changed: Type.Boolean({ description: "False: it was so already, or is resolved." }),
  acknowledged_by: Nullable(Type.String()),
  snoozed_until: Nullable(Timestamp("When it pages again.")),
  pages_again: Nullable(Type.String()),
});
export type ActedOn = Static<typeof ActedOn>;
export const Note = Shape("Note", {
  text: Type.String({ minLength: 1, maxLength: limits.message }),
  by,
});
export const Publish = Shape("Publish", {
  message: Type.String({
    minLength: 1,
    maxLength: limits.message,
    description: "What the public reads. Published again, it is an update beside those before.",
  }),
  title: Type.Optional(
    Nullable(
      Type.String({
        minLength: 1,
        maxLength: limits.title,
        description:
          "What the public reads as its title. Left out: as before, or the names of the systems that it affects.",
      }),
    ),
  ),
  state: Type.Optional(
    Nullable(
      PublicUpdateState({
        description:
          "What the update says of the incident. Left out: the state stays as it is. `resolved` ends it for the public, and changes nothing else.",
      }),
    ),
  ),
  by,
});
export const CorrectUpdate = Shape("CorrectUpdate", {
  message: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: limits.message,
      description: "What the public reads in its place. Subscribers get no mail about it.",
    }),
  ),
  title: Publish.properties.title,
  state: Publish.properties.state,
  by,
});
export const Unpublish = Shape("Unpublish", { by });
