/** Webhook monitors: error reports counted in a window. */
import { defaultsTo, required, resource, Type } from "./field.ts";
import { Title } from "./schema.ts";
import { alertGroupId, everyMonitor, everyResource } from "./shared.ts";

export const webhookMonitor = resource({
  noun: "webhook monitor",
  title: "WebhookMonitor",
  about: "A URL that takes error reports and counts them.",
  fields: {
    title: required(Title("Name of the monitor."), {
      label: "Title",
      help: "",
      basic: true,
      original: true,
      looksAgain: false,
    }),
    alert_group_id: alertGroupId,
    error_rate_threshold: defaultsTo(
      1,
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000_000,
        description: "Number of errors within the window that triggers an alert.",
      }),
      { label: "Error threshold", basic: true, original: true },
    ),
    error_rate_window_minutes: defaultsTo(
      5,
      Type.Integer({
        minimum: 1,
        maximum: 10_080,
        description: "Length of the counting window in minutes.",
      }),
      { label: "Window (min)", basic: true, original: true },
    ),
    ...everyMonitor,
    ...everyResource,
  },
});
