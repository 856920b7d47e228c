import { answeredEach } from "../../tasks/answer.ts";

/** Reopens incidents that were resolved by mistake, while their monitors still fail. */
export const run = answeredEach({
  from: ["resolved"],
  send: (client, id, body) => client.reopen(id, body),
  done: () => "open again",
});
