import type { Options } from "../../call/call.ts";
import { oneLine } from "../../output/text.ts";
import { answeredEach } from "../../tasks/answer.ts";

const why = ({ reason }: Options) => (typeof reason === "string" ? { reason } : {});

/** Resolves incidents, with a reason for later readers. */
export const run = answeredEach({
  from: ["open", "acknowledged"],
  send: (client, id, by, options) =>
    client.send("POST /incidents/:id/resolve", { id, body: { ...by, ...why(options) } }),
  sendAll: (client, body, options) =>
    client.send("POST /incidents/resolve", { body: { ...body, ...why(options) } }),
  done: ({ pages_again }) => (pages_again ? `resolved. ${oneLine(pages_again)}` : "resolved"),
});
