import { answeredEach } from "../../tasks/answer.ts";

/** Pages everybody on call about open incidents now, within contact hours or not. */
export const run = answeredEach({
  from: ["open"],
  send: (client, id, body) => client.send("POST /incidents/:id/page", { id, body }),
  took: (before, after) => before.any_hour_since === null && after.any_hour_since !== null,
  done: () => "everybody on call is paged now",
});
