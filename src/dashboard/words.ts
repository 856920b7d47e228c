/**
 * Formats times, addresses and outcomes of pushes.
 * Pure.
 */
import { formatDuration } from "../core/text/duration.ts";
import type { Instant, NotificationState } from "../core/model/model.ts";
import { html, safeLink, type Html, type Piece } from "./html.ts";

const sent: Record<NotificationState, [glyph: string, word: string]> = {
  delivered: ["✓", "accepted"],
  queued: ["…", "queued"],
  held: ["…", "on hold"],
  leased: ["…", "sending"],
  waiting: ["…", "waiting for the page"],
  perhaps_delivered: ["?", "perhaps delivered"],
  refused: ["✗", "rejected"],
  expired: ["✗", "expired"],
  dropped: ["–", "canceled"],
};

export const sentGlyph = (state: NotificationState) => sent[state][0];
export const sentWord = (state: NotificationState) => sent[state][1];

const iso = (at: Instant) => new Date(at).toISOString();

/** When something was: how long ago, and exactly. The script turns UTC into local time. */
export function when(at: Instant, now: Instant): Html {
  const text = iso(at);
  const exact = `${text.slice(0, 10)} ${text.slice(11, 19)} UTC`;
  const ago =
    Math.abs(now - at) < 2000
      ? "just now"
      : at > now
        ? `in ${formatDuration(at - now)}`
        : `${formatDuration(now - at)} ago`;
  return html`<time datetime="${text}" title="${exact}" data-ago>${ago}</time>`;
}

const oneUnit = (ms: number) => formatDuration(ms).split(" ").slice(0, 2).join(" ");

/** How long ago something was, for a narrow column: `8 min`. */
export const age = (at: Instant, now: Instant): Html =>
  html`<time class="age" datetime="${iso(at)}" data-age>${oneUnit(now - at)}</time>`;

/** The time of day and the date, for lists in order of time. */
export function exactly(at: Instant): Html {
  const text = iso(at);
  return html`<time datetime="${text}" data-exact
    >${text.slice(0, 10)} ${text.slice(11, 19)} UTC</time
  >`;
}

/** An address from outside: a link when it is one of the web, else text. */
export function address(text: string): Html {
  const link = safeLink(text);
  return link === null
    ? html`${text}`
    : html`<a href="${link}" rel="noreferrer noopener">${text}</a>`;
}

/** A text from outside whose addresses of the web are links. */
export const linked = (text: string): Piece =>
  text
    .split(/(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]])/)
    .map((part, i) => (i % 2 === 0 ? part : address(part)));

/** The project that manages it, if any; other changes last until its next apply. */
export const managed = (project: string | null) =>
  project === null
    ? null
    : html`<span class="tag" title="The next apply of this project undoes changes made here"
        >managed by ${project}</span
      >`;

/** In place of a webhook URL. */
export const urlHidden =
  "The webhook URL is hidden, because it is enough to page people. Reading it needs the scope write.";
