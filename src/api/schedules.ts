/** Schedules, with the people that are on call now. */
import { schedule } from "../resource/schedule.ts";
import { answerSchema } from "../resource/schemas.ts";
import { Nullable, Shape, Timestamp, Type, type Static } from "./schema.ts";

/** A user by the names that people know. */
const person = {
  user_id: Type.String(),
  email: Type.String(),
  name: Nullable(Type.String()),
};

const OnCallNow = Shape("OnCallNow", {
  ...person,
  until: Nullable(Timestamp("When the shift ends; null: not within a year.")),
});

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
  gap_at: Type.Optional(
    Nullable(Timestamp("The first time within 53 weeks at which nobody is on call; null: none."), {
      readOnly: true,
      description:
        "The first time within 53 weeks at which nobody is on call; null: none. Lists leave it out.",
    }),
  ),
});
export type Schedule = Static<typeof Schedule>;

/** The people on call in a schedule at an instant. */
export const ScheduleAt = Shape("ScheduleAt", {
  schedule_id: Type.String(),
  external_id: Nullable(Type.String()),
  title: Type.String(),
  timezone: Type.String(),
  on_call: Type.Array(
    Shape("OnCallAt", {
      ...OnCallNow.properties,
      by: Type.String({
        description:
          "Id of the schedule whose turns or override it is: this one, or one of `otherwise`.",
      }),
    }),
    { description: "Empty: nobody." },
  ),
  next: Nullable(OnCallNext, { description: "The person whose turn is next; null: nobody." }),
});
export type ScheduleAt = Static<typeof ScheduleAt>;

/** A time in which a person is on call; or a gap. */
export const Shift = Shape("Shift", {
  user_id: Nullable(Type.String(), { description: "Null: a gap, nobody is on call." }),
  name: Nullable(Type.String()),
  from: Timestamp("Its beginning, or that of the period."),
  until: Timestamp("Its end, exclusive, or that of the period."),
  by: Nullable(Type.String(), {
    description: "Id of the schedule whose turns or override it is.",
  }),
  because: Nullable(Type.Enum(["turn", "everyone", "away", "take", "cover", "join"]), {
    description: "Why. `away`: in place of a person who is absent.",
  }),
  override_id: Nullable(Type.String()),
  instead_of_user_id: Nullable(Type.String()),
});
export type Shift = Static<typeof Shift>;

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
