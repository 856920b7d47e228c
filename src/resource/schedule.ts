/** Schedules: the people that take turns on call, and their handoffs. */
import { declaredKind, defaultsTo, optional, required, Type } from "./field.ts";
import { Days, limits, LocalTime, Timezone, Title } from "./schema.ts";
import { everyResource, restorable } from "./shared.ts";

/** The schedule that answers while one has a gap. */
const fallback = (what: string) =>
  `${what} of the schedule whose people are on call while this one has nobody: outside its hours, before its first turn, or while everybody is away. That schedule can have one of its own, up to 10 in a row.`;

const announced = (what: string) =>
  `${what} of an alert group that is notified of each handoff, for example a chat channel.`;

export const schedule = declaredKind({
  noun: "schedule",
  title: "Schedule",
  about: "Who takes turns on call, and when they hand off.",
  kind: {
    short: "sched",
    code: "schedule",
    page: { path: "/schedules", title: "Schedules" },
    scope: "write",
    consequences: `Its turns end. A schedule that an alert group or another schedule uses is not deleted. ${restorable}`,
    ends: "its turns end",
    columns: ["title", "timezone", "handoff_cron", "project", { wide: "id" }],
  },
  sections: {
    schedule: { title: "Schedule", about: "" },
    people: {
      title: "People",
      about: "In the order of turns. An edit changes neither the turn under way nor the past.",
    },
    handoff: { title: "Handoff", about: "When one turn ends and the next begins." },
    hours: {
      title: "Hours",
      about: "Outside them, and while everybody is away, the other schedule answers.",
    },
  },
  fields: {
    title: required(Title("Name of the schedule."), {
      label: "Name",
      help: "",
      section: "schedule",
    }),
    people: required(
      Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
        minItems: 1,
        maxItems: 100,
        description:
          "Ids of the users who take turns, in their order. One can be in it twice. A change keeps the person of the turn under way, unless it removes them; after that turn the new order goes on.",
      }),
      {
        label: "People, in the order of their turns",
        help: "A person can be in it twice.",
        section: "people",
        reference: {
          to: "users",
          many: true,
          ordered: true,
          whenDeleted: "leaves",
          as: "people",
          description:
            "Emails of the users who take turns, in their order. One can be in it twice. A change keeps the person of the turn under way, unless it removes them; after that turn the new order goes on.",
        },
      },
    ),
    everyone: defaultsTo(
      false,
      Type.Boolean({
        description:
          "When true, all people are on call at once, without turns: `handoff_cron`, `handoff_every` and `start` cannot be set then.",
      }),
      {
        label: "Everyone at once",
        help: "No turns: all are on call together.",
        section: "people",
      },
    ),
    handoff_cron: defaultsTo(
      "0 9 * * MON",
      Type.String({
        minLength: 1,
        maxLength: 128,
        description:
          "When turns can end: a cron expression of five fields, in `timezone`, whose times are at least an hour apart.",
        examples: ["0 9 * * MON", "0 8,20 * * *"],
      }),
      {
        label: "Handoff",
        help: "A cron expression: minute, hour, day, month, weekday. 0 9 * * MON is every Monday at nine.",
        section: "handoff",
      },
    ),
    handoff_every: defaultsTo(
      1,
      Type.Integer({
        minimum: 1,
        maximum: 53,
        description:
          "A turn ends at each n-th of these times: 2 with a weekly handoff is a turn of two weeks.",
      }),
      {
        label: "A turn ends at every",
        unit: "handoffs",
        help: "2 with a weekly handoff is a turn of two weeks.",
        section: "handoff",
      },
    ),
    start: optional(
      Type.String({
        pattern: "^20[2-9]\\d-\\d{2}-\\d{2}$",
        description:
          "Date, `YYYY-MM-DD`, from which turns are counted: the first of `people` begins at the first handoff on or after its midnight in `timezone`. A change restarts the count. With a future date, the present turns continue until then. Left out: the first person has the turn under way at the creation, and later changes do not restart the count.",
        examples: ["2026-11-30"],
      }),
      {
        label: "First turn",
        help: "The day (YYYY-MM-DD) from whose first handoff turns are counted. A day in the future leaves the present turns as they are until then.",
        exportedFrom: "current_start",
      },
    ),
    timezone: defaultsTo("UTC", Timezone("IANA time zone of the handoffs and the hours."), {
      label: "Time zone",
      help: "The time zone of handoffs and hours.",
      section: "handoff",
      meaning: "timezone",
    }),
    contact_hours_from: optional(
      LocalTime(
        "Start of the hours in which this schedule counts, local time, `HH:MM:SS`. Left out with the end: all day. Turns go on outside the hours, and `otherwise` is on call.",
      ),
      { label: "From", help: "Left empty: all day.", section: "hours" },
    ),
    contact_hours_to: optional(
      LocalTime(
        "End of the hours (not part of them). Earlier than the start: they span midnight and belong to the day on which they start.",
      ),
      { label: "To", help: "", section: "hours" },
    ),
    contact_days: defaultsTo(
      [0, 1, 2, 3, 4, 5, 6],
      Days("Days of the week on which this schedule counts, 0 = Sunday to 6 = Saturday."),
      { label: "On these days", help: "", section: "hours" },
    ),
    otherwise: optional(
      Type.String({ minLength: 1, maxLength: limits.externalId, description: fallback("Id") }),
      {
        label: "Otherwise",
        help: "The schedule that answers while this one has nobody.",
        section: "hours",
        reference: {
          to: "schedules",
          many: false,
          as: "otherwise",
          deepest: 10,
          description: fallback("external_id"),
        },
      },
    ),
    notice_minutes: defaultsTo(
      60,
      Type.Integer({
        minimum: 0,
        maximum: 10_080,
        description: "Minutes before a shift at which its person is notified. 0: never.",
      }),
      { label: "Notice before a shift", help: "0: no notice.", unit: "min" },
    ),
    announce_to: optional(
      Type.String({ minLength: 1, maxLength: limits.externalId, description: announced("Id") }),
      {
        label: "Announce handoffs to",
        help: "This group hears of each handoff, for example a chat channel.",
        reference: {
          to: "alert_groups",
          many: false,
          as: "announce_to",
          description: announced("external_id"),
        },
      },
    ),
    description: optional(
      Type.String({
        minLength: 1,
        maxLength: 2000,
        pattern: "^[^\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f]*$",
        description: "Purpose of the schedule, and notes for its people.",
      }),
      { label: "Description", input: "lines" },
    ),
    ...everyResource,
  },
});
