/** Routes of calendar feeds. */
import { answered, many, nothing } from "./answers.ts";
import { tagged } from "./row.ts";
import { CalendarFeed, CalendarFeedCreate, CalendarFeedCreated } from "../on-call/schedules.ts";

export const feeds = tagged("schedules", {
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
