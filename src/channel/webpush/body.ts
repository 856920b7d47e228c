/** The payload of one push, as `dashboard/assets/service-worker.js` shows it. Pure. */
import { hash } from "node:crypto";
import type { DuePush } from "../../core/paging/push.ts";
import { fit } from "../../core/text/fit.ts";
import { byteLength, cutText } from "../../core/text/text.ts";
import { fewerLinks, linksOf, messageWithButtons, type PushLinks } from "../links.ts";
import { visible } from "../visible.ts";
import { overhead, recordSize } from "./encrypt.ts";

export interface WebPushBody {
  title: string;
  message: string;
  /** The id of the device, by which a browser renews its subscription. */
  device: string;
  /** Equal for pushes that replace each other. */
  tag: string;
  /** Whether it rings although it replaces another, and stays until it is answered. */
  rings: boolean;
  /** Whether it makes no sound. */
  silent: boolean;
  /** Opened with a tap; null: a tap opens no page. */
  open: string | null;
  /** The page of the first button, for browsers that show no buttons; null: none. */
  page: string | null;
  /** Buttons: a POST to `url` takes the action. */
  buttons: { label: string; url: string }[];
}

/** As much as a browser shows. */
const messageBytes = 1800;
const titleBytes = 200;

/** `site` as for `linksOf`. */
export function webPushBody(due: DuePush, site: string | null): WebPushBody {
  const { text, sequence_id } = due;
  const title = visible(text.title).replaceAll("\n", " ").trim();
  const bodyWith =
    ({ buttons, pages, open, runbook }: PushLinks) =>
    (message: string): WebPushBody => ({
      title: cutText(title, titleBytes),
      message,
      device: due.device.id,
      tag: sequence_id,
      rings: text.priority >= 4,
      silent: text.priority <= 2,
      open: open ?? runbook,
      page: pages[0]?.url ?? null,
      buttons: buttons.map(({ label, url }) => ({ label, url })),
    });
  const [all, fewer, none] = fewerLinks(linksOf(due, site));
  return fit(cutText(visible(messageWithButtons(due, site)).trim(), messageBytes), {
    forms: [bodyWith(all), bodyWith(fewer), bodyWith(none)],
    size: (body) => byteLength(JSON.stringify(body)) + overhead,
    limit: recordSize,
  });
}

/** How much the push service hurries (RFC 8030). */
export function urgencyOf({ text }: DuePush): "high" | "normal" | "low" {
  return text.priority >= 4 ? "high" : text.priority === 3 ? "normal" : "low";
}

/** A push that has not reached the browser yet is replaced by the next one of its topic: 32 characters. */
export function topicOf({ sequence_id }: DuePush): string {
  return hash("sha256", sequence_id, "base64url").slice(0, 32);
}
