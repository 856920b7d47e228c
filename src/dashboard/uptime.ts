/** The time of a monitor in equal pieces, and how much of it was good. Pure. */
import { formatDuration } from "../core/text/duration.ts";
import type { HistoryEntry, Instant } from "../core/model/model.ts";
import { initialStatus, toneOf, type Status } from "../core/model/status.ts";
import { html, type Html } from "./html.ts";
import { plural } from "../core/text/plural.ts";

type Known = "good" | "warn" | "bad";

export interface Uptime {
  /** The worst state of each piece; null: unknown, which is not the same as healthy. */
  pieces: (Known | null)[];
  /** Of the time that is known, 0 to 1; null: none is. A warning is no outage. */
  good: number | null;
  outages: number;
  longest_ms: number;
}

const order: (Known | null)[] = [null, "good", "warn", "bad"];

const knownOf = (status: Status): Known | null => {
  const tone = toneOf(status);
  return tone === "idle" ? null : tone;
};

/** The status that a monitor begins with, as the first of its changes. */
export function beginning(
  kind: "health_check_monitors" | "webhook_monitors",
  inserted_at: Instant,
): Pick<HistoryEntry, "at" | "status"> {
  return {
    at: inserted_at,
    status: initialStatus[kind === "webhook_monitors" ? "webhook_monitor" : "health_check_monitor"],
  };
}

/** `entries`: the changes of one monitor, oldest first, from the last one before `since`. */
export function uptimeOf(
  entries: readonly Pick<HistoryEntry, "at" | "status">[],
  since: Instant,
  now: Instant,
  pieces: number,
): Uptime {
  const uptime: Uptime = {
    pieces: Array<null>(pieces).fill(null),
    good: null,
    outages: 0,
    longest_ms: 0,
  };
  const piece = (now - since) / pieces;
  let known = 0;
  let bad = 0;
  let badSince: Instant | null = null;
  entries.forEach((entry, i) => {
    const from = Math.max(entry.at, since);
    const to = entries[i + 1]?.at ?? now;
    const tone = knownOf(entry.status);
    if (to <= since || tone === null) {
      badSince = null;
      return;
    }
    known += to - from;
    if (tone === "bad") {
      bad += to - from;
      if (badSince === null) uptime.outages++;
      badSince ??= from;
      uptime.longest_ms = Math.max(uptime.longest_ms, to - badSince);
    } else badSince = null;
    const last = Math.min(pieces - 1, Math.floor((to - 1 - since) / piece));
    for (let at = Math.floor((from - since) / piece); at <= last; at++)
      if (order.indexOf(tone) > order.indexOf(uptime.pieces[at] ?? null)) uptime.pieces[at] = tone;
  });
  if (known > 0) uptime.good = (known - bad) / known;
  return uptime;
}

/** `99.98 %`, rounded down: only uninterrupted uptime is 100 %. */
export const percent = (good: number) =>
  good === 1 ? "100 %" : `${(Math.floor(good * 10_000) / 100).toFixed(2)} %`;

/** The bars as text. `over`: their period. */
export function saidOf({ good, outages, longest_ms }: Uptime, over: string) {
  if (good === null) return `Nothing is known of the ${over}.`;
  const failed =
    outages === 0
      ? "no outage"
      : `${plural(outages, "outage")}, the longest ${formatDuration(longest_ms)}`;
  return `${percent(good)} up in the ${over}, ${failed}.`;
}

/** Height of each state, so that color is not the only difference. */
const heights = { good: 4, warn: 7, bad: 10 };

/** Bars, from the oldest; neighbours that are equal are one shape. */
export function bars(uptime: Uptime, over: string): Html {
  const { pieces } = uptime;
  const shapes: Html[] = [];
  let from = 0;
  for (let at = 1; at <= pieces.length; at++) {
    if (at < pieces.length && pieces[at] === pieces[from]) continue;
    const tone = pieces[from] ?? null;
    const height = tone === null ? 1 : heights[tone];
    shapes.push(
      html`<rect
        class="${tone ?? "none"}"
        x="${from}"
        y="${10 - height}"
        width="${at - from}"
        height="${height}"
      />`,
    );
    from = at;
  }
  return html`<svg
    class="uptime-bars"
    viewBox="0 0 ${pieces.length} 10"
    preserveAspectRatio="none"
    role="img"
    aria-label="${saidOf(uptime, over)}"
  >
    ${shapes}
  </svg>`;
}
