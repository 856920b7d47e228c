import { answeredEach } from "../../tasks/answer.ts";

/** Gives incidents back: they are open again. */
export const run = answeredEach({
  from: ["acknowledged"],
  send: (client, id, body) => client.send("POST /incidents/:id/unacknowledge", { id, body }),
  sendAll: (client, body) => client.send("POST /incidents/unacknowledge", { body }),
  done: () => "open again",
});
