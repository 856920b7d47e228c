/** Routes of people on call: now and at any instant, the shifts of a schedule, and calendars of them. */
import { answered, many, nothing, one } from "./answers.ts";
import { tagged } from "./row.ts";
import {
  CalendarFeed,
  CalendarFeedCreate,
  CalendarFeedCreated,
  ScheduleAt,
  Shift,
} from "../schedules.ts";
import { GivenInstant, Type } from "../schema.ts";

export const onCall = tagged("schedules", {
  "GET /on_call": {
    id: "list_on_call",
    scope: "read",
    summary: "Show the people on call in every schedule",
    query: { at: Type.Optional(GivenInstant("At this instant; default: now.")) },
    answer: one(Type.Array(ScheduleAt), "The schedules, by title."),
  },
  "GET /schedules/:id/shifts": {
    id: "list_shifts",
    scope: "read",
    summary: "List the shifts of a schedule, and its gaps",
    query: {
      from: Type.Optional(GivenInstant("Shifts from here on; default: now.")),
      until: Type.Optional(
        GivenInstant("Shifts that begin before; default: 28 days later. A year at most."),
      ),
    },
    answer: one(Type.Array(Shift), "The shifts and gaps, in order of their beginning."),
  },
  "GET /calendar_feeds": {
    id: "list_calendar_feeds",
    scope: "read",
    summary: "List the calendar feeds",
    answer: many(CalendarFeed),
  },
  "POST /calendar_feeds": {
    id: "create_calendar_feed",
    scope: "respond",
    summary: "Make the address of a calendar with the shifts of a user or a schedule",
    body: CalendarFeedCreate,
    answer: answered(201, "The feed, with its address.", CalendarFeedCreated),
  },
  "DELETE /calendar_feeds/:id": {
    id: "delete_calendar_feed",
    scope: "respond",
    summary: "Revoke a calendar feed: its address stops working",
    answer: nothing,
  },
});
