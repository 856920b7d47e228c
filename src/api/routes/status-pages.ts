/** Routes of the subscribers of status pages. Their addresses are for editors alone. */
import { many, nothing, page } from "./answers.ts";
import { tagged } from "./row.ts";
import { Subscriber } from "../public/status-pages.ts";

export const subscribers = tagged("status_pages", {
  "GET /status_pages/:id/subscribers": {
    id: "list_subscribers",
    scope: "write",
    summary: "List the subscribers of a status page",
    query: page,
    answer: many(Subscriber),
  },
  "DELETE /status_pages/:id/subscribers/:subscriber_id": {
    id: "remove_subscriber",
    scope: "write",
    summary: "Remove a subscriber of a status page",
    answer: nothing,
  },
});
