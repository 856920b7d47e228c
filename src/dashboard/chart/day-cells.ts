/**
 * A cell per calendar day: 90 on a desk, the last 30 of them on a phone, where the stylesheet cuts the
 * older ones off. Pure.
 */
import type { Instant } from "../../core/model/model.ts";
import { formatDuration } from "../../core/text/duration.ts";
import { plural } from "../../core/text/plural.ts";
import { html, type Html } from "../html.ts";
import { cellStates, isOutage, type CellState, type StateSpan } from "./cells.ts";
import { isolated } from "./scale.ts";
import { dayStarts, dayText, type Reader } from "./times.ts";

/** A calendar day of a monitor. */
export interface Day {
  from: Instant;
  state: CellState;
  /** Time down and time degraded, ms. */
  down_ms: number;
  warn_ms: number;
}

/** Where each state begins, from the top, of 28. */
const tops: Record<CellState, number> = {
  ok: 10,
  warn: 5,
  down: 0,
  stale: 0,
  silenced: 16,
  paused: 22,
  unknown: 26,
};

/** The last `count` days. A day shows its worst state; one without an observation is `unknown`. */
export function daysOf(spans: readonly StateSpan[], count: number, reader: Reader): Day[] {
  const starts = dayStarts(count, reader);
  const endOf = (i: number) => starts[i + 1] ?? reader.now;
  const times = starts.map(() => new Map<CellState, number>());
  let day = 0;
  for (const span of spans) {
    while (day < count - 1 && endOf(day) <= span.from) day++;
    for (let i = day; i < count && starts[i]! < span.to; i++) {
      const ms = Math.min(span.to, endOf(i)) - Math.max(span.from, starts[i]!);
      const time = times[i]!;
      if (ms > 0) time.set(span.state, (time.get(span.state) ?? 0) + ms);
    }
  }
  return starts.map((from, i) => {
    const time = times[i]!;
    const down_ms = cellStates
      .filter(isOutage)
      .reduce((sum, state) => sum + (time.get(state) ?? 0), 0);
    const warn_ms = time.get("warn") ?? 0;
    const calmest = (["silenced", "ok", "paused"] as const).find((state) => time.has(state));
    return {
      from,
      state: down_ms > 0 ? "down" : warn_ms > 0 ? "warn" : (calmest ?? "unknown"),
      down_ms,
      warn_ms,
    };
  });
}

const calm: Partial<Record<CellState, string>> = {
  ok: "no outage",
  silenced: "maintenance",
  paused: "paused",
  unknown: "not observed",
};

/** `down 31 min, degraded 2 h`; `no outage`. */
const dayFinding = ({ state, down_ms, warn_ms }: Day): string =>
  calm[state] ??
  [
    down_ms > 0 ? `down ${formatDuration(down_ms)}` : null,
    warn_ms > 0 ? `degraded ${formatDuration(warn_ms)}` : null,
  ]
    .filter((text) => text !== null)
    .join(", ");

/** Days that a phone shows. */
const phoneDays = 30;

/** `title`: may be foreign text. `uptime`: `99.91 % up`, or null while it is not known. */
export function dayCells(
  { title, days, uptime }: { title: string; days: readonly Day[]; uptime: string | null },
  reader: Reader,
): Html {
  const outages = days.filter(({ state }) => state === "down").length;
  return html`<div class="days-box">
    <svg
      class="days${days.length > phoneDays ? " long" : ""}"
      viewBox="0 0 ${days.length * 10 - 2} 28"
      preserveAspectRatio="none"
      role="img"
      tabindex="0"
      aria-label="${isolated(title)}, last ${plural(days.length, "day")}: ${uptime ?? "not observed"}, ${
        outages === 0 ? "no outage" : `outages on ${plural(outages, "day")}`
      }"
    >
      ${days.map((day, i) => {
        const top = tops[day.state];
        return html`<rect
          class="${day.state}"
          x="${i * 10}"
          y="${top}"
          width="8"
          height="${28 - top}"
        >
          <title>${`${dayText(day.from, reader)}\n${dayFinding(day)}`}</title>
        </rect>`;
      })}
    </svg>
  </div>`;
}
