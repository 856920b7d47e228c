/** Schedules, with the people that are on call now. */
import { schedule } from "../../resource/schedule.ts";
import { answerSchema } from "../../resource/schemas.ts";
import { OverrideMode, ShiftReason } from "../enumerations.ts";
import { GivenInstant, Nullable, Shape, Timestamp, Type, type Static } from "../schema.ts";

/** A user by the names that people know. */
const person = {
  user_id: Type.String(),
  email: Type.String(),
  name: Nullable(Type.String()),
};

const onCall = {
  ...person,
  until: Nullable(Timestamp("When the shift ends; null: not within a year.")),
  confirmed_at: Nullable(
    Timestamp(
      "When the person pressed “I am here” for the shift under way; null: not yet, or another moment than now was asked about.",
    ),
  ),
};

const OnCallNow = Shape("OnCallNow", onCall);

const OnCallNext = Shape("OnCallNext", {
  ...person,
  from: Nullable(Timestamp("When the next shift begins; null: not within a year.")),
});

export const Schedule = answerSchema(schedule, {
  on_call: Type.Array(OnCallNow, {
    readOnly: true,
    description: "The people on call now, overrides and `otherwise` included. Empty: nobody.",
  }),
  next: Nullable(OnCallNext, {
    readOnly: true,
    description:
      "The person whose turn is next: the first in the order after the present turn who is neither away nor on call now. Null: nobody.",
  }),
  current_start: Nullable(Type.String(), {
    readOnly: true,
    description:
      "The `start` with which a server that creates this schedule has the turns of now, as exports write it: edits move them away from the declared one. Null: none is needed, or no date gives them.",
    examples: ["2026-11-30"],
  }),
  gap_at: Type.Optional(
    Nullable(Timestamp("The first time within 53 weeks at which nobody is on call; null: none."), {
      readOnly: true,
      description:
        "The first time within 53 weeks, and within the next 2,000 changes, at which nobody is on call; null: none. Lists leave it out.",
    }),
  ),
});
export type Schedule = Static<typeof Schedule>;

const mode = OverrideMode({
  description:
    "`take`: the user alone is on call. `cover`: the user in place of `instead_of_user_id`, when that person is on call. `join`: the user as well. `away`: an absence, in all schedules.",
});

export const Override = Shape("Override", {
  id: Type.String(),
  schedule_id: Nullable(Type.String(), { description: "Null: an absence, in all schedules." }),
  mode,
  user_id: Type.String(),
  instead_of_user_id: Nullable(Type.String()),
  from: Timestamp("When it begins."),
  until: Timestamp("When it ends; not part of it."),
  reason: Nullable(Type.String()),
  created_by: Type.String(),
  inserted_at: Timestamp("Creation time."),
});
export type Override = Static<typeof Override>;

export const Shift = Shape("Shift", {
  schedule_id: Type.String(),
  user_id: Nullable(Type.String(), { description: "Null: a gap, in which nobody is on call." }),
  name: Nullable(Type.String(), {
    description: "Name of the user, or the email; null: a gap, or a deleted user.",
  }),
  from: Timestamp("When it begins, or the beginning of the range."),
  until: Timestamp("When it ends, or the end of the range; not part of it."),
  by: Nullable(Type.String(), {
    description: "Id of the schedule whose turn or override it is: this one, or its `otherwise`.",
  }),
  because: Nullable(
    ShiftReason({
      description:
        "`turn`: it is their turn. `everyone`: all are on call. `away`: in place of a person who is away. Else the mode of the override.",
    }),
  ),
  override_id: Nullable(Type.String()),
  instead_of_user_id: Nullable(Type.String()),
});
export type Shift = Static<typeof Shift>;

export const Overridden = Shape("Overridden", {
  overrides: Type.Array(Override),
  shifts: Type.Array(Shift, {
    description: "The shifts in the time of the overrides, at most 1,000.",
  }),
  warnings: Type.Array(Type.String(), {
    description: "Overrides without an effect, or of a person with an absence.",
  }),
});

const reason = Type.Optional(
  Nullable(Type.String({ minLength: 1, maxLength: 500 }), { description: "Shown with it." }),
);
const times = {
  from: Type.Optional(
    Nullable(GivenInstant("When it begins, in whole minutes; default and earliest: now.")),
  ),
  until: GivenInstant("When it ends, in whole minutes, at most a year after its beginning."),
  reason,
};
const userId = (description: string) => Type.String({ minLength: 1, maxLength: 255, description });

export const OverrideCreate = Shape("OverrideCreate", {
  mode: Type.Enum(["take", "cover", "join"], { description: "`take`, `cover` or `join`." }),
  user_id: userId("The user who will be on call."),
  instead_of_user_id: Type.Optional(Nullable(userId("The user whose place is taken, by `cover`."))),
  ...times,
});

export const AbsenceCreate = Shape("AbsenceCreate", times);

export const SwapCreate = Shape("SwapCreate", {
  user_id: userId("The first user."),
  at: GivenInstant("A moment of their shift; of the first one after it, if they are not on call."),
  with_user_id: userId("The second user."),
  with_at: GivenInstant("The same for the second user."),
  reason,
});

export const ScheduleNow = Shape("ScheduleNow", {
  schedule_id: Type.String(),
  external_id: Nullable(Type.String()),
  title: Type.String(),
  timezone: Type.String(),
  on_call: Type.Array(
    Shape("OnCallBy", {
      ...onCall,
      by: Type.String({
        description:
          "Id of the schedule whose turns or override it is: this one, or one of `otherwise`.",
      }),
    }),
    { description: "Empty: nobody." },
  ),
  next: Nullable(OnCallNext, { description: "The person whose turn is next; null: nobody." }),
  next_shift: Nullable(
    Shape("NextShift", {
      people: Type.Array(Shape("NextPerson", person), { description: "Empty: a gap." }),
      from: Timestamp("When it begins."),
      until: Timestamp("When the first of them leaves, or the gap ends; within 90 days."),
    }),
    {
      description:
        "The first shift of people that are not on call at that moment, by the schedule itself or by one of `otherwise`; null: none within 90 days.",
    },
  ),
});
export type ScheduleNow = Static<typeof ScheduleNow>;

/** A link to a calendar of shifts. */
const feed = {
  id: Type.String(),
  schedule_id: Nullable(Type.String(), {
    description: "All shifts of this schedule; null: of a user.",
  }),
  user_id: Nullable(Type.String(), {
    description: "The shifts of this user in all schedules; null: of a schedule.",
  }),
  created_by: Type.String(),
  inserted_at: Timestamp("When it was made."),
};
export const CalendarFeed = Shape("CalendarFeed", feed);
export type CalendarFeed = Static<typeof CalendarFeed>;
export const CalendarFeedCreated = Shape("CalendarFeedCreated", {
  ...feed,
  url: Type.String({
    description:
      "Its address, for calendar programs. Whoever knows it can read it; it is shown only now.",
  }),
});
export const CalendarFeedCreate = Shape("CalendarFeedCreate", {
  schedule_id: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  user_id: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
});
