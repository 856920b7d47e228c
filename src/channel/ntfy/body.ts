/**
 * The body of one push in ntfy's JSON format, fit for phones and servers: a message over 4,096 bytes silently
 * becomes a file attachment, and a body over twice that is refused. Without control characters. Pure.
 */
import { hash } from "node:crypto";
import { MessagePriority } from "ntfy";
import type { DuePush } from "../../core/paging/push.ts";
import { fit } from "../../core/text/fit.ts";
import { byteLength, cutText } from "../../core/text/text.ts";
import { fewerLinks, linksOf, messageWithButtons, type PushLinks } from "../links.ts";
import { visible } from "../visible.ts";

/** The request body for the root of an ntfy server. */
export interface NtfyBody {
  topic: string;
  title: string;
  message: string;
  priority: MessagePriority;
  tags: string[];
  /** A push with the same id replaces the one that the phone shows. Servers before 2.16 ignore it. */
  sequence_id: string;
  /** Opened with a tap. */
  click?: string;
  /** Three at most. */
  actions?: (
    | { action: "http"; label: string; url: string; method: "POST" }
    | { action: "view"; label: string; url: string }
  )[];
}

export const messageBytes = 3500;
/** The body as it is sent. */
export const bodyBytes = 8192;
/** For a server that finds even `messageBytes` too much. */
export const shortMessageBytes = 1000;
const titleBytes = 200;

/** The body for `due`, its message at most `limit` bytes; `site` as for `linksOf`. */
export function ntfyBody(
  due: DuePush,
  limit: number = messageBytes,
  site: string | null = null,
): NtfyBody {
  const { text, device, sequence_id } = due;
  const title = visible(text.title).replaceAll("\n", " ").trim();
  const message = visible(messageWithButtons(due, site)).trim();
  const bodyWith = (links: PushLinks) => (shown: string) => {
    const actions = actionsOf(links);
    return {
      topic: device.target,
      title: cutText(title, titleBytes),
      message: shown,
      priority: priorities[text.priority] ?? MessagePriority.DEFAULT,
      // The server joins tags with commas, and splits them again.
      tags: text.tags.map((tag) => tag.replaceAll(",", " ")),
      sequence_id: sequenceName(sequence_id),
      ...(links.open ? { click: links.open } : {}),
      ...(actions.length > 0 ? { actions } : {}),
    };
  };
  const [all, fewer, none] = fewerLinks(linksOf(due, site));
  // An empty message would arrive as "triggered".
  return fit(cutText(message === "" ? title : message, limit), {
    forms: [bodyWith(all), bodyWith(fewer), bodyWith(none)],
    size: (body) => byteLength(JSON.stringify(body)),
    limit: bodyBytes,
  });
}

/** The same without its optional parts, for a server that finds fault with a part of it. */
export function plainBody(due: DuePush): Partial<NtfyBody> {
  const { topic, title, message, priority } = ntfyBody(due, shortMessageBytes);
  return { topic, title, message, priority };
}

/** ntfy refuses the message when its sequence id has other characters than a topic, or more than 64. */
const sequenceName = (id: string): string =>
  /^[-_A-Za-z0-9]{1,64}$/.test(id) ? id : hash("sha256", id, "base64url");

function actionsOf({ buttons, open, runbook }: PushLinks): NonNullable<NtfyBody["actions"]> {
  return [
    ...buttons.map(({ label, url }) => ({
      action: "http" as const,
      label,
      url,
      method: "POST" as const,
    })),
    // A tap on the push opens the incident as well: the third and last button is better used.
    ...(runbook
      ? [{ action: "view" as const, label: "Runbook", url: runbook }]
      : open
        ? [{ action: "view" as const, label: "Open", url: open }]
        : []),
  ];
}

const priorities: Record<number, MessagePriority> = {
  1: MessagePriority.MIN,
  2: MessagePriority.LOW,
  3: MessagePriority.DEFAULT,
  4: MessagePriority.HIGH,
  5: MessagePriority.MAX,
};
