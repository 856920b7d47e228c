import { deletedUser } from "../../../core/text/person.ts";
import type { Options } from "../../call/call.ts";
import { durationOf } from "../../input/duration.ts";
import { answeredEach } from "../../tasks/answer.ts";
import { oneLine } from "../../output/text.ts";

const minute = 60_000;

/** The time after which it pages again, of `--for`. */
const snoozeOf = ({ for: lasts }: Options) =>
  lasts === undefined ? {} : { for_minutes: Math.ceil(durationOf("--for", lasts) / minute) };

/**
 * Acknowledges incidents, with `--for` for a time. An incident that another user acknowledged first is not an error; the output
 * names that user.
 */
export const run = answeredEach({
  from: ["open"],
  send: (client, id, by, options) =>
    client.send("POST /incidents/:id/acknowledge", { id, body: { ...by, ...snoozeOf(options) } }),
  sendAll: (client, body, options) =>
    client.send("POST /incidents/acknowledge", { body: { ...body, ...snoozeOf(options) } }),
  done: ({ acknowledged_by, snoozed_until }) => {
    const by = oneLine(acknowledged_by ?? deletedUser);
    return snoozed_until === null
      ? `acknowledged by ${by}`
      : `snoozed by ${by} until ${snoozed_until}`;
  },
});
