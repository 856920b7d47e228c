/** Users of the organization and the devices they are reached on. */
import { device } from "../resource/device.ts";
import { answeredFields, answerSchema, createSchema, updateSchema } from "../resource/schemas.ts";
import { user } from "../resource/user.ts";
import { Timestamp, Type, type Static, maskedFields } from "./schema.ts";

export const User = answerSchema(user, {});
export type User = Static<typeof User>;

export const Device = Type.Object(
  {
    id: Type.String({ description: "Identifier.", readOnly: true }),
    user_id: Type.String({ readOnly: true }),
    ...answeredFields(device.fields),
    target: Type.Union([device.fields.target.schema, Type.Null()], {
      description: "Where it is reached; null for a key with the scope `read`.",
    }),
    masked: maskedFields,
    verified_at: Type.Union([Timestamp("When a person answered a test push on it."), Type.Null()], {
      readOnly: true,
    }),
    broken_at: Type.Union(
      [Timestamp("Since when its push server rejects it permanently."), Type.Null()],
      { readOnly: true },
    ),
    broken_reason: Type.Union([Type.String(), Type.Null()], { readOnly: true }),
    inserted_at: Timestamp("Creation time."),
    updated_at: Timestamp("Last update time."),
  },
  { additionalProperties: false, title: "Device" },
);
export type Device = Static<typeof Device>;

export const DeviceCreate = createSchema(device.fields, "DeviceCreate");
export const DeviceUpdate = updateSchema(device.fields, "DeviceUpdate");
