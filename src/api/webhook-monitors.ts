/** Webhook monitors: error reports counted in a window. */
import { Silenced } from "./silences.ts";
import { answerSchema } from "../resource/schemas.ts";
import { webhookMonitor } from "../resource/webhook-monitor.ts";
import { WebhookStatus } from "./enumerations.ts";
import {
  FlappingSince,
  maskedFields,
  Nullable,
  pauseFields,
  previousWebhook,
  Shape,
  suppression,
  Timestamp,
  Type,
  type Static,
} from "./schema.ts";

export const WebhookMonitor = answerSchema(webhookMonitor, {
  webhook_id: Nullable(Type.String(), {
    readOnly: true,
    description: "The secret in `webhook_url`; null for a key with the scope `read`.",
  }),
  webhook_url: Nullable(Type.String({ format: "uri" }), {
    readOnly: true,
    description: "Where error reports are posted. Null for a key with the scope `read`.",
  }),
  ping_url: Nullable(Type.String({ format: "uri" }), {
    readOnly: true,
    description:
      "Where runs report as to Healthchecks: the URL alone is a success, `/start`, `/fail`, `/log` and exit codes go behind it. Null for a key with the scope `read`.",
  }),
  masked: maskedFields,
  ...previousWebhook,
  status: WebhookStatus({ readOnly: true }),
  status_reason: Nullable(Type.String(), { readOnly: true }),
  flapping_since: FlappingSince,
  errors_in_window: Type.Integer({
    readOnly: true,
    description: "Reports in the window that ends now.",
  }),
  expected_at: Nullable(Timestamp("When the next report is expected, before the grace."), {
    readOnly: true,
  }),
  last_success_at: Nullable(Timestamp("When a run last reported success."), {
    readOnly: true,
  }),
  last_duration_ms: Nullable(Type.Integer(), {
    readOnly: true,
    description: "How long the last successful run took that reported its start.",
  }),
  last_received_at: Nullable(Timestamp("Time of the last report."), {
    readOnly: true,
  }),
  ...pauseFields,
  silenced: Silenced,
  ...suppression,
});
export type WebhookMonitor = Static<typeof WebhookMonitor>;

const when = (description: string) => Nullable(Timestamp(description));

/** An error report as it was stored. */
export const Report = Shape("Report", {
  id: Type.String(),
  received_at: Timestamp("When it arrived."),
  message: Nullable(Type.String()),
  source: Nullable(Type.String()),
  meta: Nullable(Type.Record(Type.String(), Type.Unknown()), {
    description: "The other members of the report; null: none.",
  }),
});
export type Report = Static<typeof Report>;

/** A run that reported its start, its end, or both; or a message about one. */
export const Run = Shape("Run", {
  id: Type.String(),
  rid: Nullable(Type.String(), {
    description: "The `rid` that joins start and end; null: the reports had none.",
  }),
  started_at: when("When it reported its start; null: it only reported its end."),
  ended_at: when("When it reported its end, or its message; null: it has not."),
  duration_ms: Nullable(Type.Integer()),
  outcome: Nullable(Type.Enum(["success", "fail", "lost", "log"]), {
    description:
      "`lost`: a later run succeeded, and this one never reported its end. `log`: a message that a run sent, not a run. Null: it is under way.",
  }),
  exit_code: Nullable(Type.Integer()),
  output: Nullable(Type.String(), {
    description: "The first 16 KiB that it posted.",
  }),
  method: Type.String({ description: "The HTTP method of its last signal." }),
  remote_address: Type.String({
    description: "Where its last signal came from, as seen through trusted proxies.",
  }),
  user_agent: Nullable(Type.String(), {
    description: "The program that sent its last signal; null: it did not say.",
  }),
});
export type Run = Static<typeof Run>;
