/** The state of a test push in a sentence, for the user who waits for it. Pure. */
import type { Notification } from "../core/model/model.ts";
import type { StateLook } from "./components/state.ts";
import type { Reader } from "./chart/times.ts";
import { html, type Html } from "./html.ts";
import { icon } from "./icons.ts";
import { exactly } from "./words.ts";

export type Test = Pick<
  Notification,
  "state" | "inserted_at" | "delivered_at" | "attempts" | "last_error" | "perhaps_delivered"
>;

/** True when it may have arrived: a push without an answer can ring too. */
export const mayHaveArrived = (test: Test | null): boolean =>
  test !== null && (test.delivered_at !== null || test.perhaps_delivered);

/** `server`: its address, without credentials. */
export function testSentence(test: Test | null, server: string, reader: Reader): Html {
  const host = URL.parse(server)?.host ?? server;
  if (test === null) return line("unknown", html`No test sent yet.`);
  const why = test.last_error ?? "no reason given";
  if (test.delivered_at !== null)
    return line("ok", html`${host} accepted the test at ${exactly(test.delivered_at, reader)}.`);
  switch (test.state) {
    case "refused":
      return line("down", html`${host} rejected the test: ${why}`);
    case "perhaps_delivered":
      return line("warn", html`${host} may have accepted the test: ${why}`);
    case "expired":
      return line("down", html`The test expired: ${why}`);
    case "dropped":
      return line("down", html`The test was not sent.`);
    default:
      return test.last_error === null
        ? line("unknown", html`Sending the test to ${host}…`)
        : line(
            "warn",
            html`${host} has not accepted the test yet: ${why}. Retrying automatically.`,
          );
  }
}

const line = (look: StateLook, text: Html): Html =>
  html`<p class="note line ${look}" role="status">${icon(look)}<span>${text}</span></p>`;
