/** Users of the organization and the devices they are reached on. */
import {
  createSchema,
  ExternalId,
  generatedHead,
  generatedTail,
  Protect,
  Timestamp,
  Title,
  Type,
  updateSchema,
  type Static,
} from "./schema.ts";
import { channelKinds, targetWords } from "../channel/registry.ts";

export const userFields = {
  email: Type.String({
    minLength: 3,
    maxLength: 254,
    description: "Unique in the organization; upper and lower case are one.",
    examples: ["ada@example.com"],
  }),
  name: Title("What people call them."),
  protect: Protect,
  external_id: ExternalId.anyOf[0],
};
export const userRequired = ["email"] as const;

export const User = Type.Object(
  {
    ...generatedHead,
    email: userFields.email,
    name: Type.Union([userFields.name, Type.Null()]),
    ...generatedTail,
  },
  { additionalProperties: false, title: "User" },
);
export type User = Static<typeof User>;

export const UserCreate = createSchema(userFields, userRequired, "UserCreate");
export const UserUpdate = updateSchema(userFields, userRequired, "UserUpdate");

export const deviceFields = {
  kind: Type.Enum(channelKinds, {
    description: "How the device is reached.",
  }),
  target: Type.String({
    minLength: 1,
    maxLength: 4096,
    description: targetWords.description,
  }),
  name: Title("What its owner calls it."),
  server: Type.String({
    minLength: 1,
    maxLength: 2048,
    description: "ntfy: address of the server; default: the one `monitord` is configured with.",
    examples: ["https://ntfy.sh"],
  }),
  access_token: Type.String({
    minLength: 1,
    maxLength: 4096,
    description:
      "ntfy: access token for a protected topic. A secret: answered as `***`, and `***` sent back keeps what is stored.",
  }),
  enabled: Type.Boolean({
    default: true,
    description: "False: nothing is sent to it.",
  }),
};
export const deviceRequired = ["kind", "target"] as const;

export const Device = Type.Object(
  {
    ...generatedHead,
    user_id: Type.String({ readOnly: true }),
    kind: deviceFields.kind,
    target: deviceFields.target,
    name: Type.Union([deviceFields.name, Type.Null()]),
    server: Type.Union([deviceFields.server, Type.Null()]),
    access_token: Type.Union([deviceFields.access_token, Type.Null()]),
    enabled: deviceFields.enabled,
    verified_at: Type.Union([Timestamp("When a person answered a test push on it."), Type.Null()], {
      readOnly: true,
    }),
    broken_at: Type.Union(
      [Timestamp("Since when its push server refuses it for good."), Type.Null()],
      { readOnly: true },
    ),
    broken_reason: Type.Union([Type.String(), Type.Null()], {
      readOnly: true,
    }),
    inserted_at: Timestamp("Creation time."),
    updated_at: Timestamp("Last update time."),
  },
  { additionalProperties: false, title: "Device" },
);
export type Device = Static<typeof Device>;

export const DeviceCreate = createSchema(deviceFields, deviceRequired, "DeviceCreate");
export const DeviceUpdate = updateSchema(deviceFields, deviceRequired, "DeviceUpdate");
