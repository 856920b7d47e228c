/**
 * Joins several notifications to one device into one push: a readable list, cut to fit. The outbox keeps
 * a row for each notification, so that every incident knows its recipients.
 */
import type { Batch, Incident, Instant, Notification } from "../model/model.ts";
import { formatDuration } from "../text/duration.ts";
import { byteLength, cutText } from "../text/text.ts";
import { minute } from "../text/units.ts";

/** Limit of the whole message; longer pushes become attachments at the push server. */
const messageBytes = 3_000;
const lineBytes = 200;

export type PushText = Pick<Notification, "title" | "message" | "priority" | "tags">;

/** The batch of a notification that goes alone. */
export const noBatch: Batch = { batch_kind: null, batch_key: null };

/** The batch of notifications on hold for a device until the same instant; null: until the silence is ended. */
export const digestBatch = (device_id: string, until: Instant | null): Batch => ({
  batch_kind: "digest",
  batch_key: `${device_id}/${until ?? "silence"}`,
});

/** Names a batch among all others. */
export const batchName = ({ batch_kind, batch_key }: Batch): string => `${batch_kind}/${batch_key}`;

/**
 * Names the push of a notification: notifications with the same name are sent together. A digest is one
 * push, and so is the message about a gap. Alerts opened or resolved by a single inbound event are sent
 * one by one.
 */
export function pushOf(one: Pick<Notification, "id" | "transition" | keyof Batch>): string {
  if (one.batch_kind === null) return one.id;
  return one.batch_kind === "digest" || one.batch_kind === "blind"
    ? batchName(one)
    : `${batchName(one)} ${one.transition}`;
}

/**
 * The text of one push for at least one notification: the oldest incidents first, resolved ones at the
 * end.
 */
export function bundled(notifications: readonly Notification[]): PushText {
  const over = notifications.filter(({ transition }) => transition === "recovered");
  const opened = notifications.filter(({ transition }) => transition !== "recovered");
  const ordered = [...opened, ...over];
  const first = ordered[0]!;
  const n = ordered.length;
  if (n === 1) return first;
  const what = [
    opened.length === 0 ? null : `${opened.length} new`,
    over.length === 0 ? null : `${over.length} resolved`,
  ].filter((text) => text !== null);
  return {
    title: `${what.join(", ")}: ${first.title} and ${n - 1} more`,
    message: listed(ordered),
    priority: Math.max(...ordered.map((one) => one.priority)),
    tags: first.tags,
  };
}

/**
 * The text of a push for one notification. A page of an incident that has been open for a minute says for how long: the time is
 * that of sending, because reminders can be on hold and servers unreachable.
 */
export function textOf(
  one: Notification,
  incident: Pick<Incident, "opened_at" | "status"> | null,
  now: Instant,
): PushText {
  const open = incident?.status === "open" ? now - incident.opened_at : 0;
  if (one.transition !== "opened" || open < minute) return one;
  const since = `Open for ${formatDuration(open)}, unacknowledged.`;
  return { ...one, message: `${since}\n${one.message}` };
}

/** A line for each of them, as many as fit. */
export function listed(notifications: readonly Notification[]): string {
  const lines: string[] = [];
  let room = messageBytes;
  for (const { title, message } of notifications) {
    const firstLine = message.split("\n", 1)[0]!;
    const text = firstLine === "" || title.includes(firstLine) ? title : `${title}: ${firstLine}`;
    const line = cutText(`- ${text}`, lineBytes);
    room -= byteLength(line) + 1;
    if (room < 0) break;
    lines.push(line);
  }
  const rest = notifications.length - lines.length;
  return [...lines, ...(rest > 0 ? [`… and ${rest} more.`] : [])].join("\n");
}
