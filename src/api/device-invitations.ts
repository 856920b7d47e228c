/** Links by which a phone is added. */
import { device } from "../resource/device.ts";
import { optional } from "../resource/field.ts";
import { createSchema } from "../resource/schemas.ts";
import { NotificationState } from "./enumerations.ts";
import { maskedFields, Timestamp, Title, Type, type Static } from "./schema.ts";

export const topicPattern = "^[-_A-Za-z0-9]{1,64}$";

const fields = {
  name: optional(Title("What the phone will be called."), { label: "Name" }),
  target: optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      pattern: topicPattern,
      description: "The ntfy topic; default: one that cannot be guessed.",
    }),
    { label: "Topic" },
  ),
  server: device.fields.server,
};

export const DeviceInvitationCreate = createSchema(fields, "DeviceInvitationCreate");

const answered = {
  id: Type.String({ description: "Identifier.", readOnly: true }),
  user_id: Type.String(),
  name: Type.Union([fields.name.schema, Type.Null()]),
  target: Type.Union([Type.String(), Type.Null()], {
    description: "The topic to subscribe to; null for a key with the scope `read`.",
  }),
  masked: maskedFields,
  server: Type.String({
    format: "uri",
    description: "The push server, as the phone has to call it.",
  }),
  status: Type.Enum(["open", "verified", "expired"], {
    title: "DeviceInvitationStatus",
    description: "verified: the phone answered, and the link is good for nothing any more.",
  }),
  expires_at: Timestamp("When the link stops working."),
  verified_at: Type.Union([Timestamp("When the phone answered."), Type.Null()]),
  device_id: Type.Union([
    Type.String({ description: "The device; made with the first test." }),
    Type.Null(),
  ]),
  test: Type.Union([
    Type.Object(
      {
        state: NotificationState(),
        sent_at: Timestamp("When it was requested."),
        taken_at: Type.Union([Timestamp("When the push server accepted it."), Type.Null()]),
        attempts: Type.Integer(),
        last_error: Type.Union([
          Type.String({ description: "What the push server said instead." }),
          Type.Null(),
        ]),
      },
      { additionalProperties: false, title: "DeviceInvitationTest", description: "The last test." },
    ),
    Type.Null(),
  ]),
  warning: Type.Union([
    Type.String({ description: "Why a phone cannot open the link." }),
    Type.Null(),
  ]),
  inserted_at: Timestamp("Creation time."),
};

export const DeviceInvitation = Type.Object(answered, {
  additionalProperties: false,
  title: "DeviceInvitation",
});
export type DeviceInvitation = Static<typeof DeviceInvitation>;

export const DeviceInvitationCreated = Type.Object(
  {
    ...answered,
    url: Type.String({
      format: "uri",
      description: "The link to open on the phone. A secret; it is shown this once.",
    }),
  },
  { additionalProperties: false, title: "DeviceInvitationCreated" },
);
export type DeviceInvitationCreated = Static<typeof DeviceInvitationCreated>;
