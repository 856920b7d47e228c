/**
 * The envelopes of Amazon SNS: the messages of other services of AWS, and the confirmations of a subscription. Pure: a confirmation
 * is only recognized here. https://docs.aws.amazon.com/sns/latest/dg/sns-message-and-json-formats.html
 */
import type { Format } from "../alert.ts";
import { withoutState } from "../identity/without-state.ts";
import { firstPast, firstText, instantOf, isObject, type Foreign } from "../members.ts";
import { contentsBy, nothing } from "../tools/tool.ts";
import { isWellAgain } from "../generic/well-again.ts";

/** An envelope: all that SNS signs. */
export interface Envelope extends Foreign {
  Type: "Notification" | "SubscriptionConfirmation" | "UnsubscribeConfirmation";
  Message: string;
  TopicArn?: string;
}

const types: readonly unknown[] = [
  "Notification",
  "SubscriptionConfirmation",
  "UnsubscribeConfirmation",
];

/** True for an envelope. Other tools send a `Type` and a `Message`, too, so that it must name a subject or a topic. */
export const isEnvelope = (body: unknown): body is Envelope =>
  isObject(body) &&
  types.includes(body.Type) &&
  typeof body.Message === "string" &&
  (Object.hasOwn(body, "TopicArn") || Object.hasOwn(body, "Subject"));

/** The longest message of SNS. */
const longest = 256 * 1024;

/** The body that a notification carries, with the subject beside it; null: its message is a text. */
export function carriedBy(body: unknown): Foreign | null {
  if (!isEnvelope(body) || body.Type !== "Notification" || body.Message.length > longest)
    return null;
  if (!/^\s*\{/.test(body.Message)) return null;
  try {
    const carried: unknown = JSON.parse(body.Message);
    return isObject(carried) ? { subject: body.Subject ?? null, ...carried } : null;
  } catch {
    return null;
  }
}

/** Reads a notification whose message is a text, and names a confirmation. */
export const sns: Format = {
  name: "sns",
  read: (body, now) => {
    if (!isEnvelope(body)) return null;
    if (body.Type === "SubscriptionConfirmation")
      return nothing("Amazon SNS asks whether it may send here.");
    if (body.Type === "UnsubscribeConfirmation")
      return nothing("Amazon SNS says that its subscription of this URL has ended.");
    const subject = firstText(body, "Subject");
    const message = firstText(body, "Message");
    const name = subject ?? message;
    const isOver = isWellAgain([], [subject, message]);
    return contentsBy(
      "sns",
      { firing: "firing", resolved: "resolved" },
      {
        state: isOver ? "resolved" : "firing",
        thing: [firstText(body, "TopicArn"), name && withoutState(name)],
        name: name && withoutState(name),
        texts: [message],
        since: firstPast(now, instantOf(body.Timestamp)),
        labels: { topic: body.TopicArn },
      },
    );
  },
};
