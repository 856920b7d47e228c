/** Links by which a phone is added. */
import { device } from "../resource/device.ts";
import { optional } from "../resource/field.ts";
import { createSchema } from "../resource/schemas.ts";
import { NotificationState } from "./enumerations.ts";
import { maskedFields, Nullable, Shape, Timestamp, Title, Type, type Static } from "./schema.ts";

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
  name: Nullable(fields.name.schema),
  target: Nullable(Type.String(), {
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
  verified_at: Nullable(Timestamp("When the phone answered.")),
  device_id: Nullable(Type.String({ description: "The device; made with the first test." })),
  test: Nullable(
    Shape(
      "DeviceInvitationTest",
      {
        state: NotificationState(),
        sent_at: Timestamp("When it was requested."),
        taken_at: Nullable(Timestamp("When the push server accepted it.")),
        attempts: Type.Integer(),
        last_error: Nullable(Type.String({ description: "What the push server said instead." })),
      },
      { description: "The last test." },
    ),
  ),
  warning: Nullable(Type.String({ description: "Why a phone cannot open the link." })),
  inserted_at: Timestamp("Creation time."),
};

export const DeviceInvitation = Shape("DeviceInvitation", answered);
export type DeviceInvitation = Static<typeof DeviceInvitation>;

export const DeviceInvitationCreated = Shape("DeviceInvitationCreated", {
  ...answered,
  url: Type.String({
    format: "uri",
    description: "The link to open on the phone. A secret; it is shown this once.",
  }),
});
export type DeviceInvitationCreated = Static<typeof DeviceInvitationCreated>;
