/** Users of the organization and the devices they are reached on. */
import { device } from "../resource/device.ts";
import { answeredFields, answerSchema, createSchema, updateSchema } from "../resource/schemas.ts";
import { user } from "../resource/user.ts";
import { maskedFields, Nullable, Shape, Timestamp, Type, type Static } from "./schema.ts";

export const User = answerSchema(user, {});
export type User = Static<typeof User>;

export const Device = Shape("Device", {
  id: Type.String({ description: "Identifier.", readOnly: true }),
  user_id: Type.String({ readOnly: true }),
  ...answeredFields(device.fields),
  target: Nullable(device.fields.target.schema, {
    description: "Where it is reached; null for a key with the scope `read`.",
  }),
  masked: maskedFields,
  verified_at: Nullable(Timestamp("When a person answered a test push on it."), {
    readOnly: true,
  }),
  broken_at: Nullable(Timestamp("Since when its push server rejects it permanently."), {
    readOnly: true,
  }),
  broken_reason: Nullable(Type.String(), { readOnly: true }),
  inserted_at: Timestamp("Creation time."),
  updated_at: Timestamp("Last update time."),
});
export type Device = Static<typeof Device>;

export const DeviceCreate = createSchema(device.fields, "DeviceCreate");
export const DeviceUpdate = updateSchema(device.fields, "DeviceUpdate");
