/** Fields that several kinds of resource have in common. */
import { defaultsTo, optional, required, Type, type Section } from "./field.ts";
import { ExternalId, limits, Url } from "./schema.ts";

/** Fields that every declared resource ends with. */
export const everyResource = {
  protect: defaultsTo(
    false,
    Type.Boolean({
      description:
        "`apply --prune`, `destroy` and `monitorctl delete` refuse to delete it; the dashboard does not.",
    }),
    {
      label: "Protect from deletion",
      help: "monitorctl and the next apply refuse to delete it. The dashboard does not.",
      looksAgain: false,
    },
  ),
  external_id: optional(ExternalId, { label: "External ID", looksAgain: false, original: true }),
};

/** Help for the people paged: on monitors, and on groups for monitors without their own. */
export const guidance = {
  description: optional(
    Type.String({
      minLength: 1,
      maxLength: 2000,
      pattern: "^[^\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f]*$",
      description:
        "What it is and what its incidents mean, for the people paged. A monitor's replaces its alert group's.",
    }),
    { label: "Description", section: "whom", input: "lines", looksAgain: false },
  ),
  runbook_url: optional(
    Url(
      "Absolute http(s) URL of instructions, without a password; in pushes and with the incident. A monitor's replaces its alert group's.",
      "https://wiki.example.com/runbooks/shop",
    ),
    {
      label: "Runbook",
      help: "A link in every alert: what to do first.",
      section: "whom",
      meaning: "link",
      looksAgain: false,
    },
  ),
};

/** The way back from a deletion. */
export const restorable = "For 7 days, monitorctl restore brings it back with its history and URL.";

/** The consequences of deleting a monitor of either kind. */
export const monitorConsequences = `An open incident is resolved, and its recipients are notified. ${restorable}`;

/** Sections of the forms of both kinds of monitor. */
export const monitorSections = {
  whom: { title: "Whom to notify", about: "" },
} satisfies Record<string, Section>;

/** The group that a monitor notifies. */
export const alertGroupId = required(
  Type.String({
    minLength: 1,
    maxLength: limits.externalId,
    description: "Alert group to notify.",
  }),
  {
    label: "Alert group",
    help: "It decides the hours, the reminders and the escalation.",
    section: "whom",
    original: true,
    looksAgain: false,
    reference: {
      to: "alert_groups",
      many: false,
      as: "alert_group",
      description: "external_id of the alert group to notify.",
    },
  },
);

const whileDown =
  "of health check monitors (dependencies). While one is down or stale, this monitor opens no incident. When they have recovered it is checked at once, and opens one if it still fails.";

/** Fields of both kinds of monitor. */
export const everyMonitor = {
  ...guidance,
  detect_flapping: defaultsTo(
    true,
    Type.Boolean({
      description: "False: every change between healthy and failing notifies.",
    }),
    {
      label: "Detect flapping",
      section: "when",
      help: "Rapid state changes become one incident: one notification when they begin, one when they have stopped.",
    },
  ),
  depends_on: defaultsTo(
    [],
    Type.Array(Type.String({ minLength: 1, maxLength: limits.externalId }), {
      maxItems: 20,
      description: `Ids ${whileDown}`,
    }),
    {
      label: "Stay quiet while one of these is down",
      help: "Its own incidents wait until that one has recovered.",
      section: "when",
      reference: {
        to: "health_check_monitors",
        many: true,
        as: "depends_on",
        description: `external_ids ${whileDown}`,
      },
    },
  ),
};
