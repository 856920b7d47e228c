/** How states, times and addresses are said. State is never a colour alone: glyph, word and colour. Pure. */
import { formatDuration } from "../core/text/duration.ts";
import type { IncidentStatus, Instant, NotificationState, Status } from "../core/model/model.ts";
import { html, safeLink, type Html } from "./html.ts";

export type Tone = "bad" | "warn" | "good" | "idle";

const states: Record<
  Status | IncidentStatus | "paused",
  [glyph: string, word: string, tone: Tone]
> = {
  down: ["✗", "down", "bad"],
  firing: ["✗", "firing", "bad"],
  open: ["✗", "open", "bad"],
  failing: ["✗", "failing", "bad"],
  stale: ["◔", "stale", "bad"],
  degraded: ["!", "degraded", "warn"],
  acknowledged: ["◐", "acknowledged", "warn"],
  pending: ["…", "pending", "idle"],
  paused: ["Ⅱ", "paused", "idle"],
  up: ["✓", "up", "good"],
  quiet: ["✓", "quiet", "good"],
  resolved: ["✓", "resolved", "good"],
  ok: ["✓", "ok", "good"],
};

export const toneOf = (state: keyof typeof states): Tone => states[state][2];

/** A state: glyph, word and colour. */
export function state(of: keyof typeof states): Html {
  const [glyph, word, tone] = states[of];
  return html`<span class="state ${tone}"><span aria-hidden="true">${glyph}</span> ${word}</span>`;
}

/** Beside a state: it changes so often that single changes are not told. */
export const flapping = (since: Instant | null): Html | null =>
  since === null
    ? null
    : html`<span class="state warn"><span aria-hidden="true">⇅</span> flapping</span>`;

const sent: Record<NotificationState, [glyph: string, word: string]> = {
  delivered: ["✓", "delivered"],
  queued: ["…", "on its way"],
  held: ["…", "held back"],
  leased: ["…", "being sent"],
  waiting: ["…", "waiting"],
  refused: ["✗", "refused"],
  expired: ["✗", "gave up"],
  dropped: ["–", "not needed any more"],
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
  return html`<time datetime="${text}" title="${exact}">${ago}</time>`;
}

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

/** Who declares it, if somebody does; what is done by hand lasts until the next apply. */
export const managed = (project: string | null) =>
  project === null
    ? null
    : html`<span class="badge" title="The next apply of this project undoes changes made here"
        >managed by ${project}</span
      >`;
