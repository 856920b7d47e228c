/** Routes of the people on call in schedules: shifts, overrides and absences. */
import {
  AbsenceCreate,
  Overridden,
  Override,
  OverrideCreate,
  ScheduleNow,
  Shift,
  SwapCreate,
} from "../on-call/schedules.ts";
import { OnCallReport } from "../on-call/report.ts";
import { GivenInstant, Type } from "../schema.ts";
import { answered, many, nothing, saved } from "./answers.ts";
import { tagged } from "./row.ts";

const dry = {
  dry: Type.Optional(
    Type.Boolean({ description: "Only answer the shifts, and store nothing. Default: false." }),
  ),
};

export const schedules = {
  ...tagged("schedules", {
    "GET /on_call": {
      id: "list_on_call",
      scope: "read",
      summary: "List the people on call in each schedule at some moment, and the next ones",
      query: { at: Type.Optional(GivenInstant("The moment that is asked about; default: now.")) },
      answer: many(ScheduleNow),
    },
    "GET /reports/on_call": {
      id: "report_on_call",
      scope: "read",
      summary: "Report how on-call duty was shared, and its pages, by schedule and person",
      query: {
        from: Type.Optional(
          GivenInstant("Beginning of the period; default: 28 days before `until`."),
        ),
        until: Type.Optional(
          GivenInstant("End of the period, at most a year later, and not after now; default: now."),
        ),
      },
      answer: answered(200, "The report.", OnCallReport),
    },
    "GET /schedules/:id/shifts": {
      id: "list_shifts",
      scope: "read",
      summary: "List the shifts and gaps of a schedule since it was created, overrides included",
      query: {
        from: Type.Optional(GivenInstant("Beginning of the range; default: now.")),
        until: Type.Optional(
          GivenInstant("End of the range, at most a year later; default: 28 days after `from`."),
        ),
      },
      answer: many(Shift),
    },
    "GET /schedules/:id/overrides": {
      id: "list_overrides",
      scope: "read",
      summary: "List the overrides of a schedule that have not ended",
      answer: many(Override),
    },
    "POST /schedules/:id/overrides": {
      id: "create_override",
      scope: "respond",
      summary: "Change who is on call in a schedule for a time",
      query: dry,
      body: OverrideCreate,
      answer: saved(Overridden),
    },
    "POST /schedules/:id/swap": {
      id: "swap_shifts",
      scope: "respond",
      summary: "Swap two shifts of a schedule",
      query: dry,
      body: SwapCreate,
      answer: saved(Overridden),
    },
    "DELETE /overrides/:id": {
      id: "end_override",
      scope: "respond",
      summary: "End an override or absence now; one that has not begun is deleted",
      answer: nothing,
    },
  }),
  ...tagged("users", {
    "GET /users/:user_id/absences": {
      id: "list_absences",
      scope: "read",
      summary: "List the absences of a user that have not ended",
      answer: many(Override),
    },
    "POST /users/:user_id/absences": {
      id: "create_absence",
      scope: "respond",
      summary: "Enter an absence: the user is on call in no schedule for a time",
      query: dry,
      body: AbsenceCreate,
      answer: saved(Overridden),
    },
  }),
};
