/** A schedule in an alert group: its people on call are in the audience of the group, with rules of their own. */
import { defaultsTo, optional, required, Type } from "./field.ts";
import { member } from "./member.ts";
import { ItemsOf, part, type Fields } from "./part.ts";
import { limits } from "./schema.ts";

/** The people that a group takes from a schedule: those on call now, or the next one. */
export const whoseTurns = ["now", "next"] as const;
export type WhoseTurn = (typeof whoseTurns)[number];

const scheduleInGroup = part(
  {
    schedule_id: required(Type.String({ minLength: 1, maxLength: limits.externalId }), {
      label: "Schedule",
      reference: {
        to: "schedules",
        many: false,
        whenDeleted: "refused",
        as: "schedule",
        description: "external_id of the schedule.",
      },
    }),
    turn: defaultsTo(
      "now",
      Type.Enum([...whoseTurns], {
        title: "WhoseTurn",
        description:
          "`now`: the people on call. `next`: the person whose turn comes after theirs, for example in the group that incidents escalate to.",
      }),
      { label: "Turn" },
    ),
    ...member.fields,
  },
  {
    title: "GroupSchedule",
    key: ["schedule_id", "turn"],
    short: "schedule_id",
    twice: "is in the group already",
    table: { name: "group_schedules", owner: "group_id" },
  },
);

/** The schedules of a group. */
export const groupSchedules = optional(
  ItemsOf(scheduleInGroup, {
    maxItems: 100,
    description:
      "external_ids of schedules, all of them, whose people on call are notified in addition to the members; or `{schedule, …}` for one with `turn: next`, or with a time zone, contact hours, days or a minimum_priority for its people. Left out: the schedules are not managed here.",
  }),
  { label: "Schedules", leftOut: "unmanaged", part: scheduleInGroup },
);

/** The schedules of a declared group, by external_id, and the people that it takes from each. */
export const schedulesIn = (group: Fields): { name: string; turn: WhoseTurn }[] =>
  ((group["schedules"] ?? []) as (string | { schedule: string; turn?: WhoseTurn | null })[]).map(
    (item) =>
      typeof item === "string"
        ? { name: item, turn: "now" }
        : { name: item.schedule, turn: item.turn ?? "now" },
  );
