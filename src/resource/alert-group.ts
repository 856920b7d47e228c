/** Alert groups: who gets notified, and when. */
import { alertGroupHelp as help } from "./alert-group-help.ts";
import { declaredKind, defaultsTo, optional, required, Type } from "./field.ts";
import { groupSchedules } from "./group-schedule.ts";
import { inboundMapping } from "./inbound-mapping.ts";
import { members } from "./member.ts";
import { Days, LocalTime, Timezone, Title } from "./schema.ts";
import { everyResource, guidance, restorable } from "./shared.ts";

/** How a sender can authenticate, beside knowing the webhook URL. */
export const webhookAuths = ["hmac", "bearer", "basic"] as const;
export type WebhookAuth = (typeof webhookAuths)[number];

/** A severity as senders write it: one line without a colon, because forms have a severity and its priority in one line. */
export const severityPattern =
  "^[^\\u0000-\\u0020:\\u007f](?:[^\\u0000-\\u001f:\\u007f]{0,62}[^\\u0000-\\u0020:\\u007f])?$";

/** The loudness of a recovery, compared with its page. */
export const recoveryPriorities = ["same", "normal", "low"] as const;
export type RecoveryPriority = (typeof recoveryPriorities)[number];

/** The group that is paged when an incident stays unacknowledged. */
const escalationGroup = (what: string) =>
  `${what} of the alert group that is paged as well when an incident is unacknowledged for \`escalate_after_minutes\`.`;

export const alertGroup = declaredKind({
  noun: "alert group",
  title: "AlertGroup",
  about: "Who gets notified, and when.",
  kind: {
    short: "ag",
    code: "alert_group",
    page: { path: "/alert_groups", title: "On call" },
    scope: "write",
    consequences: `Its URL stops working. A group that monitors still use, or with unresolved incidents, is not deleted. ${restorable}`,
    ends: "its webhook URL stops working, and nobody is notified through it",
    columns: [
      "title",
      "priority_level",
      "timezone",
      "project",
      "silenced",
      { wide: "webhook_url" },
      { wide: "id" },
    ],
    subject: "alert_group",
    hasAddress: true,
    hasPingKey: true,
  },
  sections: {
    group: { title: "Group", about: "" },
    hours: {
      title: "Contact hours",
      about: "Outside them notifications wait until the hours begin.",
    },
    again: {
      title: "Reminders and escalation",
      about: "What happens while an incident is unacknowledged.",
    },
    whom: { title: "Shown with each alert", about: "Unless its monitor says otherwise." },
    alerts: {
      title: "Alerts of other tools",
      about: "What Grafana, Graylog, Alertmanager and others post to the URL of the group.",
      folded: true,
    },
    drills: {
      title: "Drills",
      about: "Test pages that ask each member for an answer.",
      folded: true,
    },
  },
  fields: {
    title: required(Title("Name of the alert group."), {
      label: "Name",
      help: "",
      section: "group",
      original: true,
      looksAgain: false,
    }),
    priority_level: defaultsTo(
      2,
      Type.Integer({ minimum: 1, maximum: 3, description: "1 to 3; 1 is the highest priority." }),
      {
        label: "Priority",
        help: "",
        section: "group",
        original: true,
        options: {
          1: "P1: rings loudly, again every 5 min",
          2: "P2: rings, again every hour",
          3: "P3: a quiet notification, once",
        },
      },
    ),
    severity_priorities: optional(
      Type.Record(
        Type.String({ pattern: severityPattern }),
        Type.Integer({ minimum: 1, maximum: 3 }),
        {
          title: "SeverityPriorities",
          minProperties: 1,
          maxProperties: 20,
          description:
            "Priority of an incident by the severity of its alert, compared without case. An alert of another severity, or of none, has the priority of the group. Default: every alert has.",
          examples: [{ critical: 1, warning: 2, info: 3 }],
        },
      ),
      {
        label: "Priorities by severity",
        input: "priorities",
        section: "alerts",
        help: "One per line, for example critical: 1. Other alerts have the priority of the group.",
      },
    ),
    timezone: defaultsTo("UTC", Timezone("IANA time zone in which the contact hours apply."), {
      label: "Time zone",
      help: "The time zone of all contact hours.",
      section: "hours",
      original: true,
      meaning: "timezone",
    }),
    contact_hours_all_day: defaultsTo(
      true,
      Type.Boolean({
        description:
          "When true, alerts are sent around the clock. False needs `contact_hours_from` and `contact_hours_to`.",
      }),
      {
        label: "Notify at any time",
        help: "Off: people are notified between the two times only; notifications outside them are on hold until the window opens.",
        section: "hours",
        original: true,
      },
    ),
    contact_hours_from: optional(
      LocalTime("Start of the contact window, local time, `HH:MM:SS`."),
      { label: "From", help: "", section: "hours", original: true },
    ),
    contact_hours_to: optional(
      LocalTime(
        "End of the contact window, exclusive. Earlier than the start: it spans midnight and belongs to the day on which it starts.",
      ),
      {
        label: "To",
        help: "Earlier than the start: the window spans midnight and belongs to the day on which it begins.",
        section: "hours",
        original: true,
      },
    ),
    contact_days: defaultsTo(
      [0, 1, 2, 3, 4, 5, 6],
      Days("Days of the week, 0 = Sunday to 6 = Saturday."),
      { label: "On these days", help: "", section: "hours", original: true },
    ),
    urgent_ignores_contact_hours: defaultsTo(
      false,
      Type.Boolean({ description: "When true, incidents of priority 1 page at any hour." }),
      { label: "Priority 1 ignores contact hours", help: "", section: "hours" },
    ),
    repeat_minutes: optional(
      Type.Integer({
        minimum: 0,
        maximum: 1440,
        description:
          "Minutes between reminders for an unacknowledged incident. 0: none. Default: 5 for priority 1, 60 for priority 2, none for priority 3.",
      }),
      { label: "Remind every", help: help.repeat_minutes, unit: "min", section: "again" },
    ),
    repeat_limit: optional(
      Type.Integer({
        minimum: 0,
        maximum: 100,
        description:
          "How many reminders at most. Default: 12 for priority 1, 6 for priority 2, 12 for priority 3 when `repeat_minutes` is set.",
      }),
      { label: "At most", help: help.repeat_limit, unit: "times", section: "again" },
    ),
    escalate_to: optional(
      Type.String({ minLength: 1, maxLength: 255, description: escalationGroup("Id") }),
      {
        label: "Escalate to",
        help: "This group is paged as well while an incident is unacknowledged.",
        section: "again",
        reference: {
          to: "alert_groups",
          many: false,
          as: "escalate_to",
          description: escalationGroup("external_id"),
        },
      },
    ),
    escalate_after_minutes: optional(
      Type.Integer({
        minimum: 1,
        maximum: 10_080,
        description:
          "Minutes from the first attempt to page this group until `escalate_to` is paged. At once when the group is unreachable.",
      }),
      { label: "Escalate after", help: help.escalate_after_minutes, unit: "min", section: "again" },
    ),
    acknowledge_for_minutes: optional(
      Type.Integer({
        minimum: 1,
        maximum: 10_080,
        description:
          "How long an acknowledgement lasts: after that the incident is open again and pages. Default: until it is resolved.",
      }),
      { label: "Acknowledgement ends after", help: help.ends, unit: "min", section: "again" },
    ),
    recovery_priority: defaultsTo(
      "normal",
      Type.Enum([...recoveryPriorities], {
        title: "RecoveryPriority",
        description:
          "How loud a recovery is: `normal` (ntfy 3 at most, does not ring through Do Not Disturb), `low` (no sound), or `same` (as loud as the page).",
      }),
      {
        label: "A recovery rings",
        help: help.recovery_priority,
        section: "again",
        options: { same: "as loudly as its alert", normal: "quietly", low: "not at all" },
      },
    ),
    drill_cron: optional(
      Type.String({
        minLength: 1,
        maxLength: 128,
        description:
          "When every member is asked, on every device and without a sound, whether they can be reached: a cron expression of five fields, in `timezone`, at most once a day. Members who do not respond within 24 hours are reported to the group. Default: never automatically.",
        examples: ["0 10 1 * *"],
      }),
      { label: "Drill schedule", help: help.drill_cron, section: "drills" },
    ),
    assume_resolved_after_minutes: defaultsTo(
      60,
      Type.Integer({
        minimum: 1,
        maximum: 10_080,
        description:
          "Alerts of tools that never send a resolve (Graylog) are auto-resolved after this long without another one.",
      }),
      { label: "Auto-resolve after", unit: "min", section: "alerts" },
    ),
    inbound_mapping: inboundMapping,
    webhook_auth: optional(
      Type.Enum([...webhookAuths], {
        title: "WebhookAuth",
        description:
          "What senders must present at `webhook_url` in addition to knowing it: a Grafana HMAC signature, a bearer token, or a user and password. Null: nothing.",
      }),
      { label: "Authentication", help: help.webhook_auth, section: "alerts" },
    ),
    webhook_secret: optional(
      Type.String({
        minLength: 1,
        maxLength: 1024,
        description:
          "For `webhook_auth`: the HMAC key, the token, or `user:password`. Write-only: answered as `***`.",
      }),
      { label: "Secret", help: help.webhook_secret, section: "alerts", secret: "whole" },
    ),
    webhook_timestamp_header: optional(
      Type.String({
        pattern: "^[A-Za-z0-9-]{1,128}$",
        description:
          "For `hmac`: the header with the time of the signature, when the sender is configured to sign one.",
        examples: ["X-Grafana-Alerting-Timestamp"],
      }),
      { label: "Timestamp header", help: help.webhook_timestamp_header, section: "alerts" },
    ),
    ...guidance,
    ...everyResource,
  },
  lists: { members, schedules: groupSchedules },
});
