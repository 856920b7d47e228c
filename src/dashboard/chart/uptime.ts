/** The share of time that a monitor was up. Pure. */
import type { Instant } from "../../core/model/model.ts";
import { isOutage, type CellState, type StateSpan } from "./cells.ts";

export interface UptimeFigures {
  /** Share of the observed time outside of maintenance, 0 to 1; null: none was observed. A degraded monitor is up. */
  good: number | null;
  outages: number;
  longest_ms: number;
}

export const isObserved = (state: CellState): boolean => state !== "unknown" && state !== "paused";

/** `spans`: in order, from the one that `since` lies in. */
export function uptimeIn(spans: readonly StateSpan[], since: Instant, now: Instant): UptimeFigures {
  const figures: UptimeFigures = { good: null, outages: 0, longest_ms: 0 };
  let observed = 0;
  let down = 0;
  let downSince: Instant | null = null;
  for (const span of spans) {
    const [from, to] = [Math.max(span.from, since), Math.min(span.to, now)];
    if (to <= from) continue;
    const maintained = span.state === "silenced";
    if (isObserved(span.state) && !maintained) observed += to - from;
    if (!isOutage(span.state)) {
      // A gap of monitoring ends no outage: the monitor is as it was before, until a check says otherwise. Nor does maintenance.
      if (span.state !== "unknown" && !maintained) downSince = null;
      continue;
    }
    down += to - from;
    if (downSince === null) figures.outages++;
    downSince ??= from;
    figures.longest_ms = Math.max(figures.longest_ms, to - downSince);
  }
  if (observed > 0) figures.good = (observed - down) / observed;
  return figures;
}

/** `99.98 %`, rounded down: only uninterrupted uptime is 100 %. */
export const percent = (good: number): string =>
  good === 1 ? "100 %" : `${(Math.floor(good * 10_000) / 100).toFixed(2)} %`;
