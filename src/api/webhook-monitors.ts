/** Webhook monitors: error reports counted in a window. */
import { webhookStatuses } from "../core/model/status.ts";
import {
  createSchema,
  DetectFlapping,
  DependsOn,
  ExternalId,
  FlappingSince,
  generatedHead,
  generatedTail,
  previousWebhook,
  Protect,
  Timestamp,
  Title,
  Type,
  updateSchema,
  withheld,
  type Static,
} from "./schema.ts";

export const webhookMonitorFields = {
  title: Title("Name of the monitor."),
  alert_group_id: Type.String({
    minLength: 1,
    description: "Alert group to notify.",
  }),
  error_rate_threshold: Type.Integer({
    minimum: 1,
    maximum: 1_000_000_000,
    default: 1,
    description: "Number of errors within the window that triggers an alert.",
  }),
  error_rate_window_minutes: Type.Integer({
    minimum: 1,
    maximum: 10_080,
    default: 5,
    description: "Length of the counting window in minutes.",
  }),
  detect_flapping: DetectFlapping,
  depends_on: DependsOn("ids"),
  protect: Protect,
  external_id: ExternalId.anyOf[0],
};
export const webhookMonitorRequired = ["title", "alert_group_id"] as const;

export const WebhookMonitor = Type.Object(
  {
    ...generatedHead,
    title: webhookMonitorFields.title,
    alert_group_id: webhookMonitorFields.alert_group_id,
    error_rate_threshold: webhookMonitorFields.error_rate_threshold,
    error_rate_window_minutes: webhookMonitorFields.error_rate_window_minutes,
    detect_flapping: webhookMonitorFields.detect_flapping,
    depends_on: webhookMonitorFields.depends_on,
    webhook_id: Type.String({
      readOnly: true,
      description: "The secret in `webhook_url`.",
    }),
    webhook_url: Type.String({
      readOnly: true,
      description: "Where error reports are posted.",
    }),
    ...previousWebhook,
    status: Type.Enum([...webhookStatuses], { readOnly: true }),
    status_reason: Type.Union([Type.String(), Type.Null()], {
      readOnly: true,
    }),
    flapping_since: FlappingSince,
    errors_in_window: Type.Integer({
      readOnly: true,
      description: "Reports in the window that ends now.",
    }),
    last_received_at: Type.Union([Timestamp("Time of the last report."), Type.Null()], {
      readOnly: true,
    }),
    paused_at: Type.Union([Timestamp("Since when it is paused."), Type.Null()], { readOnly: true }),
    paused_until: Type.Union([Timestamp("When the pause ends by itself."), Type.Null()], {
      readOnly: true,
    }),
    ...withheld,
    ...generatedTail,
  },
  { additionalProperties: false, title: "WebhookMonitor" },
);
export type WebhookMonitor = Static<typeof WebhookMonitor>;

export const WebhookMonitorCreate = createSchema(
  webhookMonitorFields,
  webhookMonitorRequired,
  "WebhookMonitorCreate",
);
export const WebhookMonitorUpdate = updateSchema(
  webhookMonitorFields,
  webhookMonitorRequired,
  "WebhookMonitorUpdate",
);
