/** Webhook monitors: error reports counted in a window. */
import { Silenced } from "./silences.ts";
import { answerSchema } from "../resource/schemas.ts";
import { webhookMonitor } from "../resource/webhook-monitor.ts";
import { WebhookStatus } from "./enumerations.ts";
import {
  FlappingSince,
  maskedFields,
  pauseFields,
  previousWebhook,
  suppression,
  Timestamp,
  Type,
  type Static,
} from "./schema.ts";

export const WebhookMonitor = answerSchema(webhookMonitor, {
  webhook_id: Type.Union([Type.String(), Type.Null()], {
    readOnly: true,
    description: "The secret in `webhook_url`; null for a key with the scope `read`.",
  }),
  webhook_url: Type.Union([Type.String({ format: "uri" }), Type.Null()], {
    readOnly: true,
    description: "Where error reports are posted. Null for a key with the scope `read`.",
  }),
  masked: maskedFields,
  ...previousWebhook,
  status: WebhookStatus({ readOnly: true }),
  status_reason: Type.Union([Type.String(), Type.Null()], { readOnly: true }),
  flapping_since: FlappingSince,
  errors_in_window: Type.Integer({
    readOnly: true,
    description: "Reports in the window that ends now.",
  }),
  expected_at: Type.Union(
    [Timestamp("When the next report is expected, before the grace."), Type.Null()],
    { readOnly: true },
  ),
  last_success_at: Type.Union([Timestamp("When a run last reported success."), Type.Null()], {
    readOnly: true,
  }),
  last_duration_ms: Type.Union([Type.Integer(), Type.Null()], {
    readOnly: true,
    description: "How long the last successful run took that reported its start.",
  }),
  last_received_at: Type.Union([Timestamp("Time of the last report."), Type.Null()], {
    readOnly: true,
  }),
  ...pauseFields,
  silenced: Silenced,
  ...suppression,
});
export type WebhookMonitor = Static<typeof WebhookMonitor>;

const when = (description: string) => Type.Union([Timestamp(description), Type.Null()]);

/** An error report as it was stored. */
export const Report = Type.Object(
  {
    id: Type.String(),
    received_at: Timestamp("When it arrived."),
    message: Type.Union([Type.String(), Type.Null()]),
    source: Type.Union([Type.String(), Type.Null()]),
    meta: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()], {
      description: "The other members of the report; null: none.",
    }),
  },
  { additionalProperties: false, title: "Report" },
);
export type Report = Static<typeof Report>;

/** A run that reported its start, its end, or both. */
export const Run = Type.Object(
  {
    id: Type.String(),
    rid: Type.Union([Type.String(), Type.Null()], {
      description: "The `rid` that joins start and end; null: the reports had none.",
    }),
    started_at: when("When it reported its start; null: it only reported its end."),
    ended_at: when("When it reported its end; null: it has not."),
    duration_ms: Type.Union([Type.Integer(), Type.Null()]),
    outcome: Type.Union([Type.Enum(["success", "fail", "lost"]), Type.Null()], {
      description:
        "`lost`: a later run succeeded, and this one never reported its end; null: it is under way.",
    }),
    exit_code: Type.Union([Type.Integer(), Type.Null()]),
    output: Type.Union([Type.String(), Type.Null()], {
      description: "The first 16 KiB that it posted.",
    }),
  },
  { additionalProperties: false, title: "Run" },
);
export type Run = Static<typeof Run>;
