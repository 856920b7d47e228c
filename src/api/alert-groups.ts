/** Alert groups: who gets notified, and when. */
import { inboundStatuses } from "../core/model/status.ts";
import { alertGroup } from "../resource/alert-group.ts";
import { member } from "../resource/member.ts";
import { answeredFields, answerSchema, updateSchema } from "../resource/schemas.ts";
import { WhoseTurn } from "./enumerations.ts";
import { Silenced } from "./silences.ts";
import {
  Email,
  maskedFields,
  Nullable,
  previousWebhook,
  Shape,
  Timestamp,
  Type,
  type Static,
} from "./schema.ts";

export const AlertGroup = answerSchema(alertGroup, {
  webhook_id: Nullable(Type.String(), {
    readOnly: true,
    description: "The secret in `webhook_url`; null for a key with the scope `read`.",
  }),
  webhook_url: Nullable(Type.String({ format: "uri" }), {
    readOnly: true,
    description: "Where third-party tools post their alerts. Null for a key with the scope `read`.",
  }),
  ping_key: Nullable(Type.String(), {
    readOnly: true,
    description: "The secret in `ping_url`; null for a key with the scope `read`.",
  }),
  ping_url: Nullable(Type.String({ format: "uri" }), {
    readOnly: true,
    description:
      "Where the webhook monitors of the group are pinged by name, with a slash and the `external_id` behind it. Null for a key with the scope `read`.",
  }),
  masked: maskedFields,
  ...previousWebhook,
  previous_ping_key_until: Nullable(
    Timestamp("Until when the previous ping key goes on working."),
    {
      readOnly: true,
    },
  ),
  inbound_status: Type.Enum([...inboundStatuses], {
    readOnly: true,
    description: "`failing` when the last three inbound events or more were rejected.",
  }),
  inbound_reason: Nullable(Type.String(), {
    readOnly: true,
    description: "Why the last inbound event was rejected; null: it was accepted.",
  }),
  last_received_at: Nullable(Timestamp("When an inbound event was accepted last."), {
    readOnly: true,
  }),
  unauthenticated_count: Type.Integer({
    readOnly: true,
    description:
      "Deliveries rejected because the sender did not present the secret (`webhook_auth`), in all. The last 20 are kept in `/inbound_events`.",
  }),
  silenced: Silenced,
});
export type AlertGroup = Static<typeof AlertGroup>;

export const MemberUpdate = updateSchema(member.fields, "MemberUpdate");

export const Member = Shape("Member", {
  user_id: Type.String(),
  email: Type.String(),
  name: Nullable(Type.String()),
  devices: Type.Integer({ description: "How many devices the user has." }),
  verified_devices: Type.Integer({
    description: "The number of devices that confirmed a test or a drill.",
  }),
  ...answeredFields(member.fields),
  inserted_at: Timestamp("When the user was added to the group."),
});
export type Member = Static<typeof Member>;

export const MemberCreate = Shape("MemberCreate", {
  email: Email("Address of a user of the organization."),
  ...MemberUpdate.properties,
});

export const GroupScheduleUpdate = updateSchema(member.fields, "GroupScheduleUpdate");

export const GroupSchedule = Shape("ScheduleOfGroup", {
  schedule_id: Type.String(),
  title: Type.String({ description: "Title of the schedule." }),
  turn: WhoseTurn({
    description: "`now`: the people on call. `next`: the person whose turn comes after theirs.",
  }),
  ...answeredFields(member.fields),
  inserted_at: Timestamp("When the schedule was added to the group."),
});
export type GroupSchedule = Static<typeof GroupSchedule>;
