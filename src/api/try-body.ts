/** Trying a body of another tool before anything is saved. */
import { InboundMapping } from "../resource/inbound-mapping.ts";
import { limits, Nullable, Shape, Type, type Static } from "./schema.ts";

export const TryBody = Shape("TryBody", {
  body: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: limits.inboundBody,
      description: "The body as text, as it would be posted to the webhook URL.",
    }),
  ),
  delivery_id: Type.Optional(
    Type.String({ description: "In its place: an inbound event of the group." }),
  ),
  mapping: Type.Optional(
    Nullable(InboundMapping, {
      description: "The mapping to try; null: none. Default: the mapping of the group.",
    }),
  ),
  recent: Type.Optional(
    Type.Boolean({ description: "Also try the last 20 inbound events of the group." }),
  ),
});
export type TryBody = Static<typeof TryBody>;

const TriedAlert = Shape("TriedAlert", {
  effect: Type.String({ description: "What it would do, for example: resolves incident #12." }),
  incident_number: Nullable(Type.Integer(), {
    description: "The incident that is open for it; null: none.",
  }),
  title: Type.String(),
  text: Type.String(),
  status: Type.Enum(["firing", "resolved", "acknowledged"], { title: "AlertStatus" }),
  identity: Type.String({ description: "Equal in all alerts about one problem." }),
  severity: Nullable(Type.String()),
  priority_level: Type.Integer({ description: "The priority of an incident that it opens." }),
  labels: Type.Record(Type.String(), Type.String()),
  links: Type.Array(
    Type.Object({ name: Type.String(), url: Type.String() }, { title: "AlertLink" }),
  ),
});

export const TriedBody = Shape("TriedBody", {
  format: Nullable(Type.String(), {
    description: "As in the answer to a delivery; null: it would be refused.",
  }),
  reason: Nullable(Type.String(), { description: "Why it would be refused; null: it would not." }),
  alerts: Type.Array(TriedAlert),
  left_out: Type.Integer({ description: "Alerts beyond those that are read." }),
  remarks: Type.Array(Type.String()),
  recent: Type.Array(
    Shape("TriedDelivery", {
      delivery_id: Type.String(),
      difference: Nullable(Type.String(), {
        description:
          "Compared with the mapping of the group: `would make 2 alerts instead of 1`; null: the same.",
      }),
    }),
    {
      description: "With `recent`: the last inbound events that are kept whole, newest first.",
    },
  ),
});
export type TriedBody = Static<typeof TriedBody>;
