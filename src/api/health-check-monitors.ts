/** Health check monitors: a URL whose JSON report becomes one status. */
import { healthStatuses } from "../core/model/status.ts";
import {
  createSchema,
  DetectFlapping,
  DependsOn,
  ExternalId,
  FlappingSince,
  generatedHead,
  generatedTail,
  limits,
  Protect,
  Timestamp,
  Title,
  Type,
  updateSchema,
  withheld,
  type Static,
} from "./schema.ts";

export const healthCheckMonitorFields = {
  title: Title("Name of the monitor."),
  url: Type.String({
    minLength: 1,
    maxLength: limits.url,
    description:
      "Absolute http(s) URL of the health check endpoint. `user:password@` in it becomes Basic auth and is shown as `***`.",
    examples: ["https://shop.example.com/health"],
  }),
  alert_group_id: Type.String({
    minLength: 1,
    description: "Alert group to notify.",
  }),
  staleness_threshold_minutes: Type.Integer({
    minimum: 1,
    maximum: 525_600,
    default: 10,
    description: "Alert if the reported finishedAt is older than this.",
  }),
  interval_seconds: Type.Integer({
    minimum: 5,
    maximum: 86_400,
    default: 60,
    description: "How often the URL is fetched.",
  }),
  timeout_seconds: Type.Integer({
    minimum: 1,
    maximum: 60,
    default: 10,
    description: "Total time of one fetch.",
  }),
  request_headers: Type.Record(
    Type.String({ pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$" }),
    Type.String({ maxLength: 4096 }),
    {
      default: {},
      description:
        "Headers sent with every fetch. Values are secrets: they are answered as `***`, and `***` sent back keeps what is stored.",
    },
  ),
  fetch_retries: Type.Integer({
    minimum: 0,
    maximum: 5,
    default: 1,
    description: "How many more times a failed fetch is tried, 5 s apart, before it counts.",
  }),
  confirmations: Type.Integer({
    minimum: 1,
    maximum: 10,
    default: 1,
    description:
      "So many bad checks in a row (down or stale, after retries) open an incident. The status says it at the first; until it is confirmed the next check comes after 30 s at most.",
  }),
  detect_flapping: DetectFlapping,
  depends_on: DependsOn("ids"),
  protect: Protect,
  external_id: ExternalId.anyOf[0],
};
export const healthCheckMonitorRequired = ["title", "url", "alert_group_id"] as const;

/** A sub-check as it is shown, with the names of the format it came in. */
export const ShownCheckResult = Type.Object(
  {
    name: Type.String(),
    label: Type.Union([Type.String(), Type.Null()]),
    status: Type.String({
      description: "The word the application sent; an unknown one counts as crashed.",
    }),
    notificationMessage: Type.Union([Type.String(), Type.Null()]),
    shortSummary: Type.Union([Type.String(), Type.Null()]),
    meta: Type.Unknown(),
  },
  { additionalProperties: false, title: "CheckResult" },
);

const generatedStatus = {
  status: Type.Enum([...healthStatuses], { readOnly: true }),
  status_reason: Type.Union([Type.String(), Type.Null()], {
    readOnly: true,
    description: "Why the status is what it is.",
  }),
  flapping_since: FlappingSince,
  checks_total: Type.Union([Type.Integer(), Type.Null()], {
    readOnly: true,
    description: "Number of sub-checks in the last report.",
  }),
  checks_passing: Type.Union([Type.Integer(), Type.Null()], {
    readOnly: true,
    description: "Number of sub-checks whose status is ok.",
  }),
  checked_at: Type.Union([Timestamp("Time of the last check."), Type.Null()], {
    readOnly: true,
  }),
  finished_at: Type.Union([Timestamp("Taken from the last report."), Type.Null()], {
    readOnly: true,
  }),
  next_check_at: Type.Union(
    [Timestamp("When the next check is due; null while paused."), Type.Null()],
    { readOnly: true },
  ),
  last_results: Type.Union([Type.Array(ShownCheckResult), Type.Null()], {
    readOnly: true,
    description: "The sub-checks of the last report.",
  }),
  paused_at: Type.Union([Timestamp("Since when it is paused."), Type.Null()], {
    readOnly: true,
  }),
  paused_until: Type.Union([Timestamp("When the pause ends by itself."), Type.Null()], {
    readOnly: true,
  }),
};

export const HealthCheckMonitor = Type.Object(
  {
    ...generatedHead,
    title: healthCheckMonitorFields.title,
    url: healthCheckMonitorFields.url,
    alert_group_id: healthCheckMonitorFields.alert_group_id,
    staleness_threshold_minutes: healthCheckMonitorFields.staleness_threshold_minutes,
    interval_seconds: healthCheckMonitorFields.interval_seconds,
    timeout_seconds: healthCheckMonitorFields.timeout_seconds,
    request_headers: healthCheckMonitorFields.request_headers,
    fetch_retries: healthCheckMonitorFields.fetch_retries,
    confirmations: healthCheckMonitorFields.confirmations,
    detect_flapping: healthCheckMonitorFields.detect_flapping,
    depends_on: healthCheckMonitorFields.depends_on,
    ...generatedStatus,
    ...withheld,
    ...generatedTail,
  },
  { additionalProperties: false, title: "HealthCheckMonitor" },
);
export type HealthCheckMonitor = Static<typeof HealthCheckMonitor>;

export const HealthCheckMonitorCreate = createSchema(
  healthCheckMonitorFields,
  healthCheckMonitorRequired,
  "HealthCheckMonitorCreate",
);
export const HealthCheckMonitorUpdate = updateSchema(
  healthCheckMonitorFields,
  healthCheckMonitorRequired,
  "HealthCheckMonitorUpdate",
);

export const Pause = Type.Object(
  {
    until: Type.Optional(
      Type.Union([
        Type.String({ description: "ISO 8601 instant at which it resumes." }),
        Type.Null(),
      ]),
    ),
  },
  { additionalProperties: false, title: "Pause" },
);

export const HistoryEntry = Type.Object(
  {
    at: Timestamp("When."),
    status: Type.String(),
    reason: Type.Union([Type.String(), Type.Null()]),
  },
  { additionalProperties: false, title: "HistoryEntry" },
);
