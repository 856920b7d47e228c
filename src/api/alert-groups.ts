/** Alert groups: who gets notified, and when. */
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

const LocalTime = (description: string) =>
  Type.String({
    description,
    pattern: "^([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d$",
    examples: ["09:00:00"],
  });

export const alertGroupFields = {
  title: Title("Name of the alert group."),
  priority_level: Type.Integer({
    minimum: 1,
    maximum: 3,
    default: 2,
    description: "1 to 3; 1 is the highest priority.",
  }),
  timezone: Type.String({
    default: "UTC",
    minLength: 1,
    maxLength: 64,
    description: "IANA time zone in which the contact hours apply.",
    examples: ["Europe/Berlin"],
  }),
  contact_hours_all_day: Type.Boolean({
    default: true,
    description:
      "When true, alerts are sent around the clock. False needs `contact_hours_from` and `contact_hours_to`.",
  }),
  contact_hours_from: LocalTime(
    "Start of the contact window, local time, `HH:MM:SS`.",
  ),
  contact_hours_to: LocalTime(
    "End of the contact window (not part of it). Earlier than the start: it spans midnight and belongs to the day on which it starts.",
  ),
  contact_days: Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), {
    minItems: 1,
    default: [0, 1, 2, 3, 4, 5, 6],
    description: "Days of the week, 0 = Sunday to 6 = Saturday.",
  }),
  protect: Protect,
  external_id: ExternalId.anyOf[0],
};
export const alertGroupRequired = ["title"] as const;

export const AlertGroup = Type.Object(
  {
    ...generatedHead,
    title: alertGroupFields.title,
    priority_level: alertGroupFields.priority_level,
    timezone: alertGroupFields.timezone,
    contact_hours_all_day: alertGroupFields.contact_hours_all_day,
    contact_hours_from: Type.Union([
      alertGroupFields.contact_hours_from,
      Type.Null(),
    ]),
    contact_hours_to: Type.Union([
      alertGroupFields.contact_hours_to,
      Type.Null(),
    ]),
    contact_days: alertGroupFields.contact_days,
    webhook_id: Type.String({
      readOnly: true,
      description: "The secret in `webhook_url`.",
    }),
    webhook_url: Type.String({
      readOnly: true,
      description: "Where third-party tools post their alerts.",
    }),
    ...generatedTail,
  },
  { additionalProperties: false, title: "AlertGroup" },
);
export type AlertGroup = Static<typeof AlertGroup>;

export const AlertGroupCreate = createSchema(
  alertGroupFields,
  alertGroupRequired,
  "AlertGroupCreate",
);
export const AlertGroupUpdate = updateSchema(
  alertGroupFields,
  alertGroupRequired,
  "AlertGroupUpdate",
);

export const Member = Type.Object(
  {
    user_id: Type.String(),
    email: Type.String(),
    name: Type.Union([Type.String(), Type.Null()]),
    devices: Type.Integer({ description: "How many devices the user has." }),
    inserted_at: Timestamp("When the user was added to the group."),
  },
  { additionalProperties: false, title: "Member" },
);
export type Member = Static<typeof Member>;

export const MemberCreate = Type.Object(
  {
    email: Type.String({
      minLength: 3,
      maxLength: 254,
      description: "Address of a user of the organization.",
    }),
  },
  { additionalProperties: false, title: "MemberCreate" },
);
