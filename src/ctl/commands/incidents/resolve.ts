import { answeredEach } from "../../tasks/answer.ts";

/** Ends incidents, with a reason for those who look later. */
export const run = answeredEach({
  from: ["open", "acknowledged"],
  send: (client, id, body, { reason }) =>
    client.resolve(id, {
      ...body,
      ...(typeof reason === "string" ? { reason } : {}),
    }),
  done: () => "resolved",
});
