/**
 * Formats times, addresses and outcomes of pushes.
 * Pure.
 */
import { formatDuration } from "../core/text/duration.ts";
import type { Instant, NotificationState } from "../core/model/model.ts";
import { nearTime, wholeTime, type Reader } from "./chart/times.ts";
import { Html, html, safeLink, type Piece } from "./html.ts";

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

const kinds = {
  ago: new Html("data-ago"),
  age: new Html('class="age" data-age'),
  exact: new Html("data-exact"),
};

/** An instant: a text, with the whole date and the zone on hover. The script keeps relative texts as they are now. */
function time(at: Instant, text: string, reader: Reader, kind: keyof typeof kinds): Html {
  const iso = new Date(at).toISOString();
  const [whole, mark] = [wholeTime(at, reader), kinds[kind]];
  return html`<time datetime="${iso}" title="${whole}" ${mark}>${text}</time>`;
}

/** How long ago something was, or when it will be: `8 min ago`, `in 2 h`. */
export const when = (at: Instant, reader: Reader): Html =>
  time(at, relative(at, reader.now), reader, "ago");

function relative(at: Instant, now: Instant): string {
  if (Math.abs(now - at) < 2000) return "just now";
  return at > now ? `in ${formatDuration(at - now)}` : `${formatDuration(now - at)} ago`;
}

const oneUnit = (ms: number) => formatDuration(ms).split(" ").slice(0, 2).join(" ");

/** How long ago something was, for a narrow column: `8 min`. */
export const age = (at: Instant, reader: Reader): Html =>
  time(at, oneUnit(reader.now - at), reader, "age");

/** The time by the clock, with its day where that is not today. */
export const exactly = (at: Instant, reader: Reader): Html =>
  time(at, nearTime(at, reader), reader, "exact");

/** An address from outside: a link when it is one of the web, else text. */
export function address(text: string): Html {
  const link = safeLink(text);
  return link === null
    ? html`${text}`
    : html`<a href="${link}" rel="noreferrer noopener">${text}</a>`;
}

/** A sentence whose instants, such as `2026-11-21 03:00 UTC` or `2026-11-21T03:00:00Z`, are by the clock of the reader. */
export const timed = (text: string, reader: Reader): Piece =>
  replaced(text, /(\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?: UTC|Z))/, (part) => {
    const at = Date.parse(part.replace(" ", "T").replace(" UTC", "Z"));
    return Number.isNaN(at) ? part : exactly(at, reader);
  });

/** The same of a text from outside, whose addresses of the web are links. */
export const linked = (text: string, reader: Reader): Piece =>
  replaced(text, /(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]])/, address, (part) =>
    timed(part, reader),
  );

/** A text whose parts that match a pattern, and the others, become something else; a part alone stays one. */
function replaced(
  text: string,
  pattern: RegExp,
  found: (part: string) => Piece,
  rest: (part: string) => Piece = (part) => part,
): Piece {
  const parts = text.split(pattern);
  return parts.length === 1
    ? rest(text)
    : parts.map((part, i) => (i % 2 === 0 ? rest : found)(part));
}

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
