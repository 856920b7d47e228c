import { answeredEach } from "../../tasks/answer.ts";
import { oneLine } from "../../output/text.ts";

/** Acknowledges incidents. That somebody else was first is no error; it is said. */
export const run = answeredEach({
  from: ["open"],
  send: (client, id, body) => client.acknowledge(id, body),
  done: ({ acknowledged_by }) => `acknowledged by ${oneLine(acknowledged_by ?? "somebody")}`,
});
