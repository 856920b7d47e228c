/**
 * Several notifications to one device as one push: a list that a person can read, at most what fits.
 * The outbox keeps a row for each of them, so that every incident knows whom it reached.
 */
import type { Notification } from "./model.ts";
import { byteLength, cutText } from "./text.ts";

/** Of the whole message; pushes that are longer become attachments at the push server. */
const messageBytes = 3_000;
const lineBytes = 200;

export type PushText = Pick<
  Notification,
  "title" | "message" | "priority" | "tags"
>;

/** The text of one push for all of them; they are of one transition, and at least one. */
export function bundled(notifications: readonly Notification[]): PushText {
  const first = notifications[0]!;
  if (notifications.length === 1) return first;
  const n = notifications.length;
  const what =
    first.transition === "opened"
      ? `${n} new incidents`
      : `${n} incidents over`;
  return {
    title: `${what}: ${first.title}, and ${n - 1} more`,
    message: listed(notifications),
    priority: Math.max(...notifications.map((one) => one.priority)),
    tags: first.tags,
  };
}

/** A line for each of them, as many as fit. */
export function listed(notifications: readonly Notification[]): string {
  const lines: string[] = [];
  let room = messageBytes;
  for (const { title, message } of notifications) {
    const said = message.split("\n", 1)[0]!;
    const text =
      said === "" || title.includes(said) ? title : `${title}: ${said}`;
    const line = cutText(`- ${text}`, lineBytes);
    room -= byteLength(line) + 1;
    if (room < 0) break;
    lines.push(line);
  }
  const rest = notifications.length - lines.length;
  return [...lines, ...(rest > 0 ? [`… and ${rest} more.`] : [])].join("\n");
}
