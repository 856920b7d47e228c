import { durationOf } from "../../input/duration.ts";
import { answeredEach } from "../../tasks/answer.ts";
import { oneLine } from "../../output/text.ts";

const minute = 60_000;

/**
 * Acknowledges incidents, with `--for` only for so long. An incident that another user acknowledged first is not an error; the
 * output names that user.
 */
export const run = answeredEach({
  from: ["open"],
  send: (client, id, by, options) => {
    const { for: lasts } = options;
    const ms = lasts === undefined ? null : durationOf("--for", lasts);
    const snooze = ms === null ? {} : { for_minutes: Math.ceil(ms / minute) };
    return client.send("POST /incidents/:id/acknowledge", { id, body: { ...by, ...snooze } });
  },
  done: ({ acknowledged_by, snoozed_until }) =>
    `acknowledged by ${oneLine(acknowledged_by ?? "somebody")}${snoozed_until === null ? "" : ` until ${snoozed_until}`}`,
});
