import { answeredEach } from "../../tasks/answer.ts";

/** Reopens incidents that were resolved by mistake, while their monitors still fail. */
export const run = answeredEach({
  from: ["resolved"],
  send: (client, id, body) => client.send("POST /incidents/:id/reopen", { id, body }),
  done: () => "open again",
});
