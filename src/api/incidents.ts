/** Incidents, their timelines, and the notifications sent for them. */
import {
  IncidentSource,
  IncidentStatus,
  NotificationState,
  NotificationTransition,
  PublicUpdateState,
  ReachState,
} from "./enumerations.ts";
import { Silenced } from "./silences.ts";
import { Nullable, Shape, Timestamp, Type, type Static } from "./schema.ts";

const PersonReach = Shape("PersonReach", {
  user_id: Type.String(),
  name: Type.String(),
  state: ReachState({
    description:
      "State of the person's best device. reached: a push server accepted a page; unverified: it did, but no test was ever confirmed on the device; held: until contact hours begin or a silence ends; unreachable: attempts fail; refused: the push server rejects the device; no_device: no enabled device; not_notified: by the rules, or canceled.",
  }),
  device: Nullable(Type.String({ description: "The name of that device." })),
  until: Nullable(
    Timestamp("held: when the page is sent; sending, unreachable: the next attempt."),
  ),
  reason: Nullable(Type.String({ description: "Why the person is not reached." })),
  pages: Type.Integer({ description: "Number of accepted pages, on all devices." }),
  reached_at: Nullable(Timestamp("When the first of them was accepted.")),
  last_reached_at: Nullable(Timestamp("When the last of them was accepted.")),
});

/** The people reached by the pages of an incident, and the next pages. */
const Reach = Shape("Reach", {
  sentence: Type.String({
    description: "All of it in one sentence.",
    examples: ["2 of 3 reached: Ada, Bo · Cléo rejected by the push server"],
  }),
  total: Type.Integer({ description: "Number of people whom the rules notify." }),
  reached: Type.Integer({ description: "Number of people for whom a page was accepted." }),
  people: Type.Array(PersonReach, { description: "Worst first." }),
  reminder_at: Nullable(Timestamp("When a group that has it is paged again.")),
  escalation: Nullable(
    Shape(
      "NextEscalation",
      {
        at: Nullable(
          Timestamp(
            "When. Null: its time does not run, because no page has left yet or a silence lasts until somebody ends it.",
          ),
        ),
        alert_group_id: Type.String(),
        title: Type.String(),
        reachable: Type.Boolean({ description: "False: no member of the group can be reached." }),
      },
      { description: "The group that is paged next while the incident is unacknowledged." },
    ),
  ),
});

const fields = {
  id: Type.String(),
  number: Type.Integer({
    description: "1, 2, 3 … within the organization.",
  }),
  source: IncidentSource(),
  source_id: Type.String(),
  key: Nullable(
    Type.String({
      description: "Tells the alerts of one group apart, as the `key` of a silence does.",
    }),
  ),
  alert_group_id: Type.String(),
  title: Type.String(),
  summary: Type.String(),
  status: IncidentStatus(),
  priority_level: Type.Integer(),
  opened_at: Timestamp("When it opened."),
  acknowledged_at: Nullable(Timestamp("When it was acknowledged.")),
  acknowledged_by: Nullable(Type.String()),
  acknowledged_user_id: Nullable(Type.String(), {
    description: "The user who acknowledged it; null for a key.",
  }),
  responders: Type.Integer({
    description: "How many users and groups were asked to help since it opened.",
  }),
  snoozed_until: Nullable(
    Timestamp(
      "When the acknowledgement ends, and the incident pages again, because it was snoozed.",
    ),
  ),
  resolved_at: Nullable(Timestamp("When it ended.")),
  resolved_reason: Nullable(Type.String()),
  pages_again: Nullable(
    Type.String({
      description:
        "Resolved by a user while its monitor still failed: a sentence that says when the monitor pages again, until its state changes. Null: it pages at its next failure.",
      examples: ["Pages nobody until the monitor has been up and fails again."],
    }),
  ),
  any_hour_since: Nullable(
    Timestamp("When a user requested paging at any hour. Null: contact hours apply."),
  ),
  published_at: Nullable(Timestamp("Since when it is on public status pages.")),
  public_title: Nullable(Type.String(), {
    description: "What it is called there; null: the names of the systems that it affects.",
  }),
  published_on: Type.Array(Type.String(), {
    description: "Ids of the status pages that it is published on.",
  }),
  reach: Reach,
  silenced: Silenced,
  details: Type.Record(Type.String(), Type.Unknown(), {
    title: "IncidentDetails",
    description:
      "What the source said; `occurrences` counts the error reports of the incident, or how often its alert was sent.",
  }),
};

export const Incident = Shape("Incident", fields);
export type Incident = Static<typeof Incident>;

export const TimelineEntry = Shape("TimelineEntry", {
  id: Type.String(),
  at: Timestamp("When."),
  kind: Type.String(),
  text: Type.String(),
  actor: Nullable(Type.String(), {
    description: "Who did it; null for the service itself.",
  }),
  user_id: Nullable(Type.String(), {
    description: "The user who did it; null for a key, and for the service itself.",
  }),
  public_state: Nullable(PublicUpdateState(), {
    description: "The state that a public update says; null: none.",
  }),
  edited_at: Nullable(Timestamp("When a public update was corrected last.")),
});

/** A timeline entry with its incident. */
export const IncidentEvent = Shape("IncidentEvent", {
  incident_id: Type.String(),
  number: Type.Integer(),
  ...TimelineEntry.properties,
});
export type IncidentEvent = Static<typeof IncidentEvent>;

export const Notification = Shape("Notification", {
  id: Type.String(),
  incident_id: Type.String({
    description: "Empty for tests, drills, shifts and monitord itself.",
  }),
  schedule_id: Nullable(Type.String(), {
    description: "The schedule whose shifts it is about; null: none, or several.",
  }),
  user_id: Type.String(),
  device_id: Type.String(),
  transition: NotificationTransition(),
  state: NotificationState(),
  title: Type.String(),
  message: Type.String(),
  priority: Type.Integer({ description: "ntfy priority, 1 to 5." }),
  attempts: Type.Integer(),
  due_at: Nullable(Timestamp("When the next attempt is due.")),
  delivered_at: Nullable(Timestamp("When the push server accepted it.")),
  last_error: Nullable(Type.String()),
  inserted_at: Timestamp("When it was queued."),
});
export type Notification = Static<typeof Notification>;

export const NotificationAttempt = Shape("NotificationAttempt", {
  attempt: Type.Integer(),
  started_at: Timestamp("When the attempt began."),
  finished_at: Nullable(Timestamp("When it ended.")),
  outcome: Type.Enum(["delivered", "perhaps_delivered", "retry", "refused", "lost"], {
    description:
      "perhaps_delivered: sent whole, without an answer that could be read. lost: the daemon stopped before it knew; it is tried again.",
  }),
  http_status: Nullable(Type.Integer()),
  detail: Nullable(Type.String()),
});

export const NotificationDetail = Shape("NotificationDetail", {
  ...Notification.properties,
  attempts_made: Type.Array(NotificationAttempt),
});

/** The outcome of notifying a person. */
export const receiptFields = {
  sent_at: Nullable(Timestamp("When the first push left.")),
  accepted_at: Nullable(Timestamp("When a push server took one.")),
  answered_at: Nullable(Timestamp("When the person answered.")),
  answered_verb: Nullable(Type.Enum(["acknowledge", "snooze"]), {
    description:
      "With which button. An acknowledgement under the person's name or address counts too, wherever it was made.",
  }),
  answered_device_id: Nullable(Type.String(), {
    description: "On which device; null: elsewhere.",
  }),
  answered_device_name: Nullable(Type.String()),
  not_reached: Type.Array(
    Shape("DeviceNotReached", {
      device_id: Type.String(),
      name: Nullable(Type.String()),
      reason: Type.String(),
    }),
    {
      description:
        "Devices whose push server did not accept the page, after three attempts or permanently.",
    },
  ),
};

export const Receipt = Shape("Receipt", {
  user_id: Type.String(),
  name: Type.String(),
  ...receiptFields,
});
export type Receipt = Static<typeof Receipt>;

export const IncidentDetail = Shape("IncidentDetail", {
  ...fields,
  description: Nullable(
    Type.String({ description: "The current value of its monitor, or else of its alert group." }),
  ),
  runbook_url: Nullable(
    Type.String({ description: "The current value of its monitor, or else of its alert group." }),
  ),
  timeline: Type.Array(TimelineEntry),
  people: Type.Array(Receipt, {
    description: "The outcome for each person.",
  }),
  notifications: Type.Array(Notification),
});
export type IncidentDetail = Static<typeof IncidentDetail>;
