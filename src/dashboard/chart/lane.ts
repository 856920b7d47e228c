/**
 * Lanes: rows of bands over days. An SVG without a `viewBox`, in which bands lie at percentages and each is a nested `svg`,
 * so that bands stretch and the words in them do not. Pure.
 */
import { dayLength, zoneOf } from "../../core/hours/zone.ts";
import type { Interval } from "../../core/hours/interval.ts";
import type { Instant } from "../../core/model/model.ts";
import { weekdayOf } from "../../core/text/days.ts";
import { html, Html, type Piece } from "../html.ts";
import type { Reader } from "./times.ts";

/** Whole days of the reader, in columns of equal width: also those on which the clocks change. */
export interface Span extends Interval {
  /** The first day, counted from 1970-01-01, and how many. */
  day: number;
  days: number;
  zone: string;
}

/** `days` days from a day on. */
export function spanOfDays(day: number, days: number, { zone }: Pick<Reader, "zone">): Span {
  const there = zoneOf(zone);
  return {
    day,
    days,
    zone,
    from: there.reached(day * dayLength),
    until: there.reached((day + days) * dayLength),
  };
}

/** Where an instant lies, in percent; outside it is cut off at the ends. */
export function placeIn({ day, days, zone }: Span, at: Instant): number {
  const passed = zoneOf(zone).local(at) - day * dayLength;
  return Math.min(100, Math.max(0, (100 * passed) / (days * dayLength)));
}

/** As short as it can be written. */
const percent = (value: number): string => `${Math.round(value * 1000) / 1000}%`;

/** A band of a lane. */
export interface Band extends Interval {
  /** Its classes, for example `own` or `over`. */
  look: string;
  /** Its person, reason and times. */
  title: string;
  /** Written on it, if the whole word fits. */
  label?: string | null;
  /** Its parts that are dark: the hours in which it counts. */
  inside?: readonly Interval[];
  hatched?: boolean;
  /** How high it is; absent: as bands are. */
  height?: keyof typeof heights;
  /** Where it leads. */
  href?: string;
  id?: string;
}

/** From the top, and how high: `low` is pale beside `band`, `full` cannot be overlooked. */
const heights = {
  band: ["18%", "64%"],
  low: ["50%", "32%"],
  thin: ["40%", "20%"],
  full: ["4%", "92%"],
} as const;

export interface Lane {
  /** Says the finding. */
  label: string;
  span: Span;
  now: Instant;
  bands: readonly Band[];
  /** Instants with a dotted line. */
  marks?: readonly Instant[];
  /** A line at the beginning of each day. */
  daily?: boolean;
  /** Its width in px on a usual screen, for labels. */
  width?: number;
}

/** The pattern that lanes are hatched with, once on a page that has some. */
export const hatching = new Html(
  '<svg class="defs" width="0" height="0" aria-hidden="true"><defs><pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="h1" width="2.5" height="7"/></pattern></defs></svg>',
);

/** A row of bands. With links it is a group, so that each of them can be reached; without one an image. */
export function lane(of: Lane): Html {
  const { label, span, now, bands, marks = [], daily = false } = of;
  const hasLinks = bands.some(({ href }) => href !== undefined);
  const inSpan = (at: Instant) => at >= span.from && at < span.until;
  const days = Array.from({ length: span.days }, (_, i) => i);
  return html`<svg class="lane" role="${hasLinks ? "group" : "img"}" aria-label="${label}">
    ${weekends(span)}
    ${daily ? days.slice(1).map((i) => upright("day", (100 * i) / span.days)) : null}
    ${marks.filter(inSpan).map((at) => upright("hand", placeIn(span, at)))}
    ${bands.filter(({ from, until }) => from < span.until && until > span.from).map((band) => bandIn(of, band))}
    ${inSpan(now) ? upright("nowline", placeIn(span, now)) : null}
  </svg>`;
}

/** The weekends of a span, shaded. */
function weekends({ day, days }: Span): Piece {
  const shaded: Html[] = [];
  for (let i = 0; i < days; i++) {
    const weekday = weekdayOf(day + i);
    if (weekday !== 6 && !(weekday === 0 && i === 0)) continue;
    const width = weekday === 6 ? Math.min(2, days - i) : 1;
    shaded.push(
      html`<rect
        class="we"
        x="${percent((100 * i) / days)}"
        width="${percent((100 * width) / days)}"
        height="100%"
      />`,
    );
  }
  return shaded;
}

const upright = (name: string, at: number): Html =>
  html`<line class="${name}" x1="${percent(at)}" x2="${percent(at)}" y1="0" y2="100%" />`;

function bandIn({ span, now, width: px = 820 }: Lane, band: Band): Html {
  const { look, title, label, inside = [], hatched = false, height = "band", href, id } = band;
  const start = Math.max(band.from, span.from);
  const end = Math.min(band.until, span.until);
  const [x, right] = [placeIn(span, start), placeIn(span, end)];
  const width = right - x;
  const within = (at: Instant) => (100 * (placeIn(span, at) - x)) / width;
  const [y, tall] = heights[height];
  const picture = html`<svg
    class="band ${look}"
    x="${percent(x)}"
    y="${y}"
    width="${percent(width)}"
    height="${tall}"
  >
    <title>${title}</title>
    <rect class="base" width="100%" height="100%" rx="3" />
    ${inside
      .filter(({ from, until }) => from < end && until > start)
      .map(({ from, until }) => {
        const left = within(Math.max(from, start));
        return html`<rect
          class="in-hours"
          x="${percent(left)}"
          width="${percent(within(Math.min(until, end)) - left)}"
          height="100%"
        />`;
      })}
    ${hatched ? hatch : null}
    ${label ? labelIn(label, { width: (px * width) / 100, now: start < now && now < end ? within(now) : null }) : null}
  </svg>`;
  if (href === undefined) return picture;
  return html`<a
    href="${href}"
    ${id === undefined ? null : html`id="${id}"`}
    aria-label="${label && !title.startsWith(label) ? `${label}: ${title}` : title}"
    >${picture}</a
  >`;
}

const hatch = new Html(
  '<rect class="hatch" width="100%" height="100%" rx="3" fill="url(#hatch)"/>',
);

/** Widths in px: of a letter, of one of a wide script, and of the room around a word. */
const measures = { letter: 7, wide: 12.5, margin: 14 };

/** A word on a band, after the line of now if the whole word fits there, else at the beginning; null: it fits nowhere. */
function labelIn(word: string, { width, now }: { width: number; now: number | null }): Html | null {
  const length = Array.from(word).reduce(
    (sum, letter) =>
      sum +
      (/[\u1100-\uffdc]|[\u{20000}-\u{3ffff}]/u.test(letter) ? measures.wide : measures.letter),
    measures.margin,
  );
  const rest = now === null ? 0 : width * (1 - now / 100);
  if (now !== null && length <= rest) return textAt(word, now);
  return length <= (now === null ? width : (width * now) / 100) ? textAt(word, 0) : null;
}

const textAt = (word: string, x: number): Html =>
  html`<text x="${percent(x)}" dx="7" y="50%">${word}</text>`;
