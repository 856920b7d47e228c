import { paused } from "../../tasks/pausing.ts";

/** Resumes monitors that were paused. */
export const run = paused({
  send: (_call, client, which) => client.send("POST /monitors/resume", { body: which }),
  done: ({ status }) => `resumed (${status})`,
  already: "is not paused",
});
