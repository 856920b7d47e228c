/** The report of on-call duty: its hours and pages, by schedule and person. */
import { Nullable, Shape, Timestamp, Type, type Static } from "../schema.ts";

const hours = (description: string) => Type.Number({ minimum: 0, description });
const count = (description: string) => Type.Integer({ minimum: 0, description });

const DutyRow = Shape("DutyRow", {
  schedule_id: Type.String(),
  schedule: Type.String({ description: "Its title." }),
  user_id: Type.String(),
  name: Type.String(),
  hours: hours("On call in this schedule, overrides included."),
  night_hours: hours("Hours between 22:00 and 07:00 in the schedule's time zone."),
  weekend_hours: hours("Hours on Saturdays and Sundays there."),
  above_share: Nullable(Type.Number(), {
    description:
      "Hours above an equal share of the people who take turns in the schedule; null: the user takes none.",
  }),
  shifts: count("Times on call, each without a break."),
  incidents: count("Incidents with a page during a shift."),
  pages: count("Pages that a push server accepted, reminders included."),
  night_pages: count("Pages between 22:00 and 07:00 there."),
  reminders: count("Pages after the first one of an incident."),
  median_minutes: Nullable(Type.Number({ minimum: 0 }), {
    description:
      "From the first page of an incident until the user acknowledged it; null: they acknowledged none.",
  }),
  worst_minutes: Nullable(Type.Number({ minimum: 0 }), { description: "The longest of these." }),
  escalated: count("Incidents that were escalated after the user's first page."),
  flags: Type.Array(
    Type.Enum(["many_incidents", "much_time", "two_weeks"], { title: "DutyFlag" }),
    {
      description:
        "About the user in all schedules. many_incidents: more than 2 within 12 hours. much_time: on call for more than a quarter of the time. two_weeks: two weeks in a row.",
    },
  ),
});

const DutySchedule = Shape("DutySchedule", {
  schedule_id: Type.String(),
  schedule: Type.String({ description: "Its title." }),
  people: count("People who took turns in the period."),
  hours: hours("On call, of all people together."),
  gap_hours: hours("Hours without a person on call."),
  flags: Type.Array(Type.Enum(["few_people"], { title: "DutyScheduleFlag" }), {
    description: "few_people: fewer than 6.",
  }),
});

export const OnCallReport = Shape("OnCallReport", {
  from: Timestamp("Beginning of the period."),
  until: Timestamp("End of the period; not part of it."),
  schedules: Type.Array(DutySchedule, { description: "By title." }),
  people: Type.Array(DutyRow, { description: "A row for each person of a schedule." }),
});
export type OnCallReport = Static<typeof OnCallReport>;
