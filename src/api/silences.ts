/** Silences, scheduled silences and maintenance windows. */
import { GivenInstant, limits, Nullable, Shape, Timestamp, Type, type Static } from "./schema.ts";

const fields = {
  monitor_id: Type.String({
    description: "The monitor that is silenced. Left out: any.",
  }),
  alert_group_id: Type.String({
    description: "The alert group that is silenced. Left out: any.",
  }),
  source_ids: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
    maxItems: limits.silenced,
    default: [],
    description: "Ids of monitors and alert groups: only incidents that they opened. Empty: any.",
  }),
  key: Type.String({
    maxLength: 255,
    description: "One alert of the group: the `key` of its incidents.",
  }),
  matchers: Type.Array(Type.String({ maxLength: 1024 }), {
    maxItems: 20,
    default: [],
    description:
      "On the labels of alerts of other tools, all of which must fit: `env=prod`, `host!=db-*`.",
  }),
  until_recovered: Type.Boolean({
    default: false,
    description: "Only incidents that are open when it begins, until they resolve.",
  }),
  cron: Type.String({
    maxLength: 128,
    description:
      "Maintenance that comes back: begins whenever this says so (minute hour day month weekday).",
    examples: ["0 2 * * SUN"],
  }),
  duration_minutes: Type.Integer({
    minimum: 1,
    maximum: 44_640,
    description: "With `cron`: how long each time.",
  }),
  timezone: Type.String({
    minLength: 1,
    maxLength: 64,
    default: "UTC",
    description: "IANA time zone of `cron`.",
  }),
  reason: Type.String({
    minLength: 1,
    maxLength: limits.title,
    description: "Why; people read it where they miss a notification.",
  }),
} as const;

export const SilenceCreate = Shape("SilenceCreate", {
  monitor_id: Type.Optional(Nullable(fields.monitor_id)),
  alert_group_id: Type.Optional(Nullable(fields.alert_group_id)),
  source_ids: Type.Optional(fields.source_ids),
  key: Type.Optional(Nullable(fields.key)),
  matchers: Type.Optional(fields.matchers),
  from: Type.Optional(Nullable(GivenInstant("When it begins. Left out: now."))),
  until: Type.Optional(Nullable(GivenInstant("When it ends. Absent: when a user ends it."))),
  until_recovered: Type.Optional(fields.until_recovered),
  cron: Type.Optional(Nullable(fields.cron)),
  duration_minutes: Type.Optional(Nullable(fields.duration_minutes)),
  timezone: Type.Optional(fields.timezone),
  reason: fields.reason,
  by: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: limits.title,
      description: "Who asks for it; default: the name of the key.",
    }),
  ),
});
export type SilenceCreate = Static<typeof SilenceCreate>;

export const SilenceCorrect = Shape("SilenceCorrect", { reason: fields.reason });

export const Silence = Shape("Silence", {
  id: Type.String(),
  status: Type.Enum(["scheduled", "active", "ended"], {
    description:
      "active: it may hold notifications back now. One with `cron` is scheduled between its windows.",
  }),
  begins_at: Nullable(
    Timestamp("When it begins, or its next window; null: it is active, or has ended."),
  ),
  monitor_id: Nullable(fields.monitor_id),
  alert_group_id: Nullable(fields.alert_group_id),
  source_ids: fields.source_ids,
  key: Nullable(fields.key),
  matchers: fields.matchers,
  from: Timestamp("When it begins."),
  until: Nullable(Timestamp("When it ends, or ended.")),
  until_recovered: fields.until_recovered,
  cron: Nullable(fields.cron),
  duration_minutes: Nullable(fields.duration_minutes),
  timezone: fields.timezone,
  reason: fields.reason,
  created_by: Type.String(),
  inserted_at: Timestamp("When it was asked for."),
});
export type Silence = Static<typeof Silence>;

/** The silence in effect for an incident, a monitor or a group. */
export const Silenced = Nullable(
  Shape(
    "SilenceInEffect",
    {
      silence_id: Type.String(),
      until: Nullable(Timestamp("When notifications resume; null: when a person ends it.")),
      by: Type.String({ description: "Its author." }),
      why: Type.String({ description: "Its reason." }),
      maintenance: Type.Boolean({ description: "True for a recurring maintenance window." }),
    },
    { description: "The silence in effect; null: none." },
  ),
  { readOnly: true },
);
export type Silenced = Static<typeof Silenced>;
