/** Alert groups: who gets notified, and when. */
import { webhookAuths } from "../core/model/model.ts";
import { inboundStatuses } from "../core/model/status.ts";
import {
  createSchema,
  ExternalId,
  generatedHead,
  generatedTail,
  Nullable,
  previousWebhook,
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
  contact_hours_from: LocalTime("Start of the contact window, local time, `HH:MM:SS`."),
  contact_hours_to: LocalTime(
    "End of the contact window (not part of it). Earlier than the start: it spans midnight and belongs to the day on which it starts.",
  ),
  contact_days: Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), {
    minItems: 1,
    default: [0, 1, 2, 3, 4, 5, 6],
    description: "Days of the week, 0 = Sunday to 6 = Saturday.",
  }),
  urgent_ignores_contact_hours: Type.Boolean({
    default: false,
    description: "When true, incidents of priority 1 page at any hour.",
  }),
  repeat_minutes: Type.Integer({
    minimum: 0,
    maximum: 1440,
    description:
      "An incident that nobody has acknowledged pages again every so many minutes; 0: never. Default: 5 for priority 1, never for others.",
  }),
  repeat_limit: Type.Integer({
    minimum: 0,
    maximum: 100,
    default: 12,
    description: "How often it pages again at most.",
  }),
  escalate_to: Type.String({
    minLength: 1,
    maxLength: 255,
    description:
      "Alert group that is paged too when nobody has acknowledged within `escalate_after_minutes`.",
  }),
  escalate_after_minutes: Type.Integer({
    minimum: 1,
    maximum: 10_080,
    description: "Minutes until `escalate_to` is paged.",
  }),
  acknowledge_for_minutes: Type.Integer({
    minimum: 1,
    maximum: 10_080,
    description:
      "How long an acknowledgement lasts: after that the incident is open again and pages. Default: until it is over.",
  }),
  drill_cron: Type.String({
    minLength: 1,
    maxLength: 128,
    description:
      "When every member is asked, on every device and without a sound, whether they can be reached: a cron expression of five fields, in `timezone`, at most once a day. Who does not answer within 24 hours is named to the group. Default: never by itself.",
    examples: ["0 10 1 * *"],
  }),
  assume_resolved_after_minutes: Type.Integer({
    minimum: 1,
    maximum: 10_080,
    default: 60,
    description:
      "Alerts of tools that never say that one is over (Graylog) are taken as over after this long without another one.",
  }),
  status_page: Type.Boolean({
    default: false,
    description:
      "When true, a public page shows the titles, states and uptimes of the group's monitors to whoever has its address, without a login.",
  }),
  status_page_slug: Type.String({
    pattern: "^[a-z0-9-]{3,63}$",
    description:
      "Last part of the address of the public page: 3 to 63 of a-z, 0-9 and -, unique on the server. Default: one that cannot be guessed.",
    examples: ["shop"],
  }),
  webhook_auth: Type.Enum([...webhookAuths], {
    description:
      "What senders must present at `webhook_url` beside knowing it: a Grafana HMAC signature, a bearer token, or a user and password. Null: nothing.",
  }),
  webhook_secret: Type.String({
    minLength: 1,
    maxLength: 1024,
    description:
      "For `webhook_auth`: the HMAC key, the token, or `user:password`. Write-only: answered as `***`.",
  }),
  webhook_timestamp_header: Type.String({
    pattern: "^[A-Za-z0-9-]{1,128}$",
    description:
      "For `hmac`: the header with the time of the signature, when the sender is configured to sign one.",
    examples: ["X-Grafana-Alerting-Timestamp"],
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
    contact_hours_from: Type.Union([alertGroupFields.contact_hours_from, Type.Null()]),
    contact_hours_to: Type.Union([alertGroupFields.contact_hours_to, Type.Null()]),
    contact_days: alertGroupFields.contact_days,
    urgent_ignores_contact_hours: alertGroupFields.urgent_ignores_contact_hours,
    repeat_minutes: Nullable(alertGroupFields.repeat_minutes),
    repeat_limit: alertGroupFields.repeat_limit,
    escalate_to: Nullable(alertGroupFields.escalate_to),
    escalate_after_minutes: Nullable(alertGroupFields.escalate_after_minutes),
    acknowledge_for_minutes: Nullable(alertGroupFields.acknowledge_for_minutes),
    drill_cron: Nullable(alertGroupFields.drill_cron),
    assume_resolved_after_minutes: alertGroupFields.assume_resolved_after_minutes,
    status_page: alertGroupFields.status_page,
    status_page_slug: Nullable(alertGroupFields.status_page_slug),
    status_page_url: Type.Union([Type.String(), Type.Null()], {
      readOnly: true,
      description: "Where the public page is; null: there is none.",
    }),
    webhook_auth: Nullable(alertGroupFields.webhook_auth),
    webhook_secret: Nullable(alertGroupFields.webhook_secret),
    webhook_timestamp_header: Nullable(alertGroupFields.webhook_timestamp_header),
    webhook_id: Type.String({
      readOnly: true,
      description: "The secret in `webhook_url`.",
    }),
    webhook_url: Type.String({
      readOnly: true,
      description: "Where third-party tools post their alerts.",
    }),
    ...previousWebhook,
    inbound_status: Type.Enum([...inboundStatuses], {
      readOnly: true,
      description: "`failing` when the last three deliveries or more were refused.",
    }),
    inbound_reason: Type.Union([Type.String(), Type.Null()], {
      readOnly: true,
      description: "Why the last delivery was refused; null: it was taken.",
    }),
    last_received_at: Type.Union([Timestamp("When a delivery was taken last."), Type.Null()], {
      readOnly: true,
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

/** What a person can have in place of what the group says; null: as the group. */
export const memberRules = {
  timezone: Type.String({
    minLength: 1,
    maxLength: 64,
    description: "IANA time zone of this person's contact hours.",
  }),
  contact_hours_all_day: Type.Boolean({
    description:
      "Set: this person has contact hours of their own, `contact_hours_from` and `contact_hours_to` included.",
  }),
  contact_hours_from: alertGroupFields.contact_hours_from,
  contact_hours_to: alertGroupFields.contact_hours_to,
  contact_days: Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), {
    minItems: 1,
    description: "Days of the week on which this person is told.",
  }),
  minimum_priority: Type.Integer({
    minimum: 1,
    maximum: 3,
    description:
      "Hears of incidents of this priority and higher ones alone: 1 of the highest only.",
  }),
};

export const MemberUpdate = updateSchema(memberRules, [], "MemberUpdate");

export const Member = Type.Object(
  {
    user_id: Type.String(),
    email: Type.String(),
    name: Type.Union([Type.String(), Type.Null()]),
    devices: Type.Integer({ description: "How many devices the user has." }),
    verified_devices: Type.Integer({
      description: "On how many of them somebody has answered a test or a drill.",
    }),
    ...Object.fromEntries(
      Object.entries(memberRules).map(([name, schema]) => [name, Nullable(schema)]),
    ),
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
