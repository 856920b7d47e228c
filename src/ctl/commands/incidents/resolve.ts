import { oneLine } from "../../output/text.ts";
import { answeredEach } from "../../tasks/answer.ts";

/** Resolves incidents, with a reason for later readers. */
export const run = answeredEach({
  from: ["open", "acknowledged"],
  send: (client, id, body, { reason }) =>
    client.send("POST /incidents/:id/resolve", {
      id,
      body: {
        ...body,
        ...(typeof reason === "string" ? { reason } : {}),
      },
    }),
  done: ({ pages_again }) => (pages_again ? `resolved. ${oneLine(pages_again)}` : "resolved"),
});
