import { paused } from "../../tasks/pausing.ts";

/** Resumes monitors that were paused. */
export const run = paused({
  send: (_call, client, { kind, resource }) =>
    client.send(`POST /${kind}/:id/resume`, { id: resource.id }),
  done: ({ status }) => `resumed (${status})`,
});
