/** Webhook monitors: error reports counted in a window. */
import { declaredKind, defaultsTo, optional, required, Type } from "./field.ts";
import { GivenInstant, Title } from "./schema.ts";
import {
  alertGroupId,
  everyMonitor,
  everyResource,
  monitorConsequences,
  monitorSections,
} from "./shared.ts";

export const webhookMonitor = declaredKind({
  noun: "webhook monitor",
  title: "WebhookMonitor",
  about: "A URL that receives error reports and counts them.",
  kind: {
    short: "wh",
    code: "monitor",
    page: { path: "/monitors", title: "Monitors" },
    scope: "write",
    consequences: `Its URL stops working. ${monitorConsequences}`,
    ends: "its webhook URL stops working, and its incident is resolved",
    columns: [
      "title",
      "status",
      "errors_in_window",
      "last_received_at",
      { wide: "silenced" },
      { wide: "project" },
      { wide: "id" },
      { wide: "webhook_url" },
    ],
    subject: "webhook_monitor",
    hasAddress: true,
    isMonitor: true,
  },
  sections: {
    what: { title: "What to count", about: "Error reports that programs post to a URL." },
    expected: {
      title: "Reports of success that are expected",
      about: "For jobs and backups: an incident opens when none comes.",
      folded: true,
    },
    when: { title: "When to open an incident", about: "" },
    ...monitorSections,
  },
  fields: {
    title: required(Title("Name of the monitor."), {
      label: "Name",
      help: "",
      section: "what",
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
      { label: "Open at", unit: "errors", help: "", section: "what", original: true },
    ),
    error_rate_window_minutes: defaultsTo(
      5,
      Type.Integer({
        minimum: 1,
        maximum: 10_080,
        description: "Length of the counting window in minutes.",
      }),
      { label: "within", unit: "min", help: "", section: "what", original: true },
    ),
    expect_every_minutes: optional(
      Type.Integer({
        minimum: 1,
        maximum: 525_600,
        description:
          "A success is expected this often at `ping_url`; when none comes, the status is `missing`. A failed run does not count as a success: the next success resolves the incident that it opened.",
      }),
      {
        label: "Every",
        help: "A success is expected this often, counted from the last one.",
        unit: "min",
        section: "expected",
      },
    ),
    expect_cron: optional(
      Type.String({
        minLength: 1,
        maxLength: 128,
        description:
          "A success is expected at each of these times, in `expect_timezone`: a cron expression of five fields. A run that begins or ends up to 60 s before its time counts for it. Cannot be combined with `expect_every_minutes`.",
        examples: ["0 2 * * *"],
      }),
      {
        label: "At (cron)",
        help: "In place of a period: minute, hour, day, month, weekday. 0 3 * * * is every day at three.",
        section: "expected",
      },
    ),
    expect_timezone: defaultsTo(
      "UTC",
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: "IANA time zone of `expect_cron`.",
      }),
      {
        label: "Time zone",
        help: "The time zone of these times.",
        section: "expected",
        meaning: "timezone",
      },
    ),
    expect_from: optional(
      GivenInstant(
        "Reports are expected from this time on, even before the first one. Default: from the first report on.",
      ),
      {
        label: "From",
        help: "Runs can be missing from this time on, even before the first ping. Left empty: from the first ping on.",
        section: "expected",
      },
    ),
    grace_minutes: defaultsTo(
      60,
      Type.Integer({
        minimum: 1,
        maximum: 525_600,
        description:
          "How late an expected report can be, and how long a run can take after `ping_url`/start.",
      }),
      {
        label: "Grace",
        help: "How late a run can be, and how long it can take from the ping of its start.",
        unit: "min",
        section: "expected",
      },
    ),
    ...everyMonitor,
    ...everyResource,
  },
});
