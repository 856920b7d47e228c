/** The outcome of notifying a person, in a line. */
import type { Receipt } from "../../api/incidents.ts";
import { answerWords } from "../../core/explain/receipt.ts";
import { oneLine } from "./text.ts";

/** `at` says an instant: as it is, or shorter where there is little room. */
export function receiptText(
  receipt: Receipt,
  at: (instant: string) => string = (instant) => instant,
): string {
  const { sent_at, accepted_at, answered_at, answered_verb: verb } = receipt;
  const on = receipt.answered_device_name;
  const where = on === null ? "" : ` on ${oneLine(on)}`;
  return [
    sent_at === null ? "nothing was sent yet" : `sent ${at(sent_at)}`,
    ...(accepted_at === null ? [] : [`accepted ${at(accepted_at)}`]),
    ...(answered_at === null || verb === null
      ? []
      : [`answered ${at(answered_at)} (${answerWords[verb]}${where})`]),
    ...receipt.not_reached.map(
      ({ name, reason }) => `${oneLine(name ?? "a device")} is not reached: ${oneLine(reason)}`,
    ),
  ].join(", ");
}
