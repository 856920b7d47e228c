import { answeredEach } from "../../tasks/answer.ts";
import { oneLine } from "../../output/text.ts";

/** Acknowledges incidents. An incident that another user acknowledged first is not an error; the output names that user. */
export const run = answeredEach({
  from: ["open"],
  send: (client, id, body) => client.send("POST /incidents/:id/acknowledge", { id, body }),
  done: ({ acknowledged_by }) => `acknowledged by ${oneLine(acknowledged_by ?? "somebody")}`,
});
