/** The measured past of monitors, and marks in it. */
import { MonitorKind } from "./enumerations.ts";
import { stepLengths } from "../core/history/level.ts";
import {
  GivenInstant,
  limits,
  Nullable,
  Shape,
  Timestamp,
  Type,
  urlPattern,
  type Static,
} from "./schema.ts";

/** Points that one answer can have. */
export const maxPoints = 2000;

const Ms = (description: string) => Nullable(Type.Integer({ minimum: 0, description }));
const Count = (description: string) => Type.Integer({ minimum: 0, description });

export const MetricsPoint = Shape("MetricsPoint", {
  at: Timestamp("Begin of the step."),
  checks: Count("Counted checks; 0 for webhook monitors."),
  failed: Count("Counted checks that found the monitor failing."),
  p50_ms: Ms("Median response time, ms; null: no answers."),
  p95_ms: Ms("Response time that 95 % of the answers do not exceed, ms."),
  max_ms: Ms("Longest response time, ms."),
  status_code: Nullable(
    Type.Integer({
      description: "HTTP status of the last failed check that has one, else of the last check.",
    }),
  ),
  lag_ms: Ms("Longest time from `finishedAt` of a report to its check, ms."),
  errors: Count("Error reports; 0 for health check monitors."),
  observed: Type.Boolean({
    description:
      "False: monitord was not running, or the monitor was paused or did not exist, in the whole step.",
  }),
});

export const Metrics = Shape("Metrics", {
  from: Timestamp("Begin of the first step."),
  to: Timestamp("End of the last step."),
  step_seconds: Type.Integer({
    description:
      "Length of a step. Longer than asked for where shorter steps are no longer kept. Percentiles of steps of an hour and longer are at most 2.5 % off, all other values are exact.",
  }),
  points: Type.Array(MetricsPoint),
});
export type Metrics = Static<typeof Metrics>;

/** Query parameters of a range. */
export const rangeParameters = {
  from: Type.Optional(GivenInstant("Begin. Left out: 24 hours before `to`.")),
  to: Type.Optional(GivenInstant("End. Left out: now.")),
} as const;

export const metricsParameters = {
  ...rangeParameters,
  step: Type.Optional(
    Type.Integer({
      minimum: stepLengths[0]! / 1000,
      maximum: stepLengths.at(-1)! / 1000,
      description: `Length of a step in seconds: ${stepLengths.map((ms) => ms / 1000).join(", ")}. Left out: the shortest with at most 300 points. Steps begin at multiples of their length since 1970, UTC.`,
    }),
  ),
} as const;

/** Steps that one answer about several monitors can have. */
export const maxSteps = 400;
/** Monitors that a request can name. */
export const maxNamed = 200;

export const pastParameters = {
  ...rangeParameters,
  step: Type.Optional(
    Type.Integer({
      minimum: 60,
      maximum: 7 * 24 * 3600,
      default: 3600,
      description: `Length of a step in seconds; an answer has at most ${maxSteps} steps. Steps begin at multiples of their length since 1970, UTC.`,
    }),
  ),
  ids: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: maxNamed,
      description: "Only these monitors, of either kind.",
    }),
  ),
} as const;

export const MonitorPast = Shape("MonitorPast", {
  monitor_id: Type.String(),
  kind: MonitorKind(),
  states: Type.Array(
    Type.Object(
      {
        state: Type.Enum(["healthy", "degraded", "failing", "paused", "unknown"], {
          description:
            "The worst state in each of these steps. unknown: no result, or monitord was not running.",
        }),
        steps: Type.Integer({ minimum: 1, description: "How many steps in a row." }),
      },
      { additionalProperties: false },
    ),
    { description: "Oldest first; together they are all steps of the range." },
  ),
  uptime: Nullable(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: "Share of the range in which the monitor was not failing; null: not known.",
    }),
  ),
  p50_ms: Ms("Median response time of the last hour, ms; null: no answers, or a webhook monitor."),
});
export type MonitorPast = Static<typeof MonitorPast>;

/** A change of the status of a monitor, with its names. */
export const MonitorChange = Shape("MonitorChange", {
  monitor_id: Type.String(),
  kind: MonitorKind(),
  external_id: Nullable(Type.String()),
  title: Type.String(),
  at: Timestamp("When."),
  status: Type.String(),
  reason: Nullable(Type.String()),
});
export type MonitorChange = Static<typeof MonitorChange>;

export const SubCheckChange = Shape("SubCheckChange", {
  name: Type.String(),
  label: Nullable(Type.String()),
  at: Timestamp("When a check found the change."),
  status: Nullable(
    Type.Enum(["ok", "warning", "failed", "crashed", "skipped"], {
      description: "Status since then; null: no longer reported.",
    }),
  ),
  short_summary: Nullable(Type.String({ description: "As of the change." })),
});
export type SubCheckChange = Static<typeof SubCheckChange>;

/** Query parameters of the list of marks. */
export const markParameters = {
  from: Type.Optional(GivenInstant("At or after this instant.")),
  to: Type.Optional(GivenInstant("Before this instant.")),
} as const;

const markFields = {
  text: Type.String({ minLength: 1, maxLength: limits.title, description: "For people." }),
  url: Nullable(
    Type.String({
      maxLength: limits.url,
      pattern: urlPattern,
      description: "Address with more about it, for example of the release.",
    }),
  ),
  alert_group_id: Nullable(
    Type.String({ description: "The alert group that it concerns; null: not one alone." }),
  ),
  monitor_id: Nullable(
    Type.String({ description: "The monitor that it concerns; null: not one alone." }),
  ),
} as const;

export const MarkCreate = Shape("MarkCreate", {
  text: markFields.text,
  url: Type.Optional(markFields.url),
  at: Type.Optional(Nullable(GivenInstant("When it happened. Left out: now."))),
  alert_group_id: Type.Optional(markFields.alert_group_id),
  monitor_id: Type.Optional(markFields.monitor_id),
  by: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: limits.title,
      description: "Name to record; default: the name of the key.",
    }),
  ),
});
export type MarkCreate = Static<typeof MarkCreate>;

export const Mark = Shape("Mark", {
  id: Type.String(),
  at: Timestamp("When it happened."),
  ...markFields,
  by: Type.String({ description: "Name of the person or key." }),
});
export type Mark = Static<typeof Mark>;
