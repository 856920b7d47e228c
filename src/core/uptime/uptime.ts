/** The figures of a monitor over a period, and of several together: sums of time, not averages of shares. Pure. */
import { outagesIn, isCounted, type Outage } from "./outages.ts";
import type { Piece, PieceState } from "./pieces.ts";
import { shareOf } from "./share.ts";

/** Parts of a period, ms; `up_ms`, `down_ms` and `maintenance_ms` were observed, and together with the others they are all of it. */
export interface Times {
  /** Outside of maintenance; a degraded monitor is up. */
  up_ms: number;
  /** The part of `up_ms` that was degraded. */
  degraded_ms: number;
  down_ms: number;
  /** Observed time within maintenance, up or down. */
  maintenance_ms: number;
  /** The part of it that was down. */
  maintenance_down_ms: number;
  paused_ms: number;
  gap_ms: number;
  unknown_ms: number;
}

export interface Uptime extends Times {
  /** Outages with time outside of maintenance. */
  outages: number;
  /** The longest of them, as far as it was seen, ms. */
  longest_ms: number;
}

export const noTimes: Readonly<Times> = {
  up_ms: 0,
  degraded_ms: 0,
  down_ms: 0,
  maintenance_ms: 0,
  maintenance_down_ms: 0,
  paused_ms: 0,
  gap_ms: 0,
  unknown_ms: 0,
};

/** The parts that a piece counts to. */
const partsOf: Record<PieceState, { usual: (keyof Times)[]; maintained: (keyof Times)[] }> = {
  up: { usual: ["up_ms"], maintained: ["maintenance_ms"] },
  degraded: { usual: ["up_ms", "degraded_ms"], maintained: ["maintenance_ms"] },
  down: { usual: ["down_ms"], maintained: ["maintenance_ms", "maintenance_down_ms"] },
  paused: { usual: ["paused_ms"], maintained: ["paused_ms"] },
  gap: { usual: ["gap_ms"], maintained: ["gap_ms"] },
  unknown: { usual: ["unknown_ms"], maintained: ["unknown_ms"] },
};

/** Adds a time of a piece's state. */
export function addTime(times: Times, { state, maintenance }: Piece, ms: number): void {
  for (const part of partsOf[state][maintenance ? "maintained" : "usual"]) times[part] += ms;
}

/** The figures of one monitor, and its outages. */
export function uptimeOf(pieces: readonly Piece[]): { uptime: Uptime; outages: Outage[] } {
  const times = { ...noTimes };
  for (const piece of pieces) addTime(times, piece, piece.to - piece.from);
  const outages = outagesIn(pieces).filter(isCounted);
  const longest_ms = Math.max(0, ...outages.map(({ down_ms }) => down_ms));
  return { uptime: { ...times, outages: outages.length, longest_ms }, outages };
}

/** The figures of several monitors: their times and outages together. */
export function together(all: readonly Uptime[]): Uptime {
  const sum: Uptime = { ...noTimes, outages: 0, longest_ms: 0 };
  for (const one of all) {
    for (const part of Object.keys(noTimes) as (keyof Times)[]) sum[part] += one[part];
    sum.outages += one.outages;
    sum.longest_ms = Math.max(sum.longest_ms, one.longest_ms);
  }
  return sum;
}

/** Time that was observed, ms. */
export const observedOf = ({ up_ms, down_ms, maintenance_ms }: Times): number =>
  up_ms + down_ms + maintenance_ms;

/** Time that was not, ms. */
export const unobservedOf = ({ paused_ms, gap_ms, unknown_ms }: Times): number =>
  paused_ms + gap_ms + unknown_ms;

/** The share of the observed time outside of maintenance in which it was up; null: there was none. */
export const uptimeShare = ({ up_ms, down_ms }: Times): number | null =>
  shareOf(up_ms, up_ms + down_ms);

/** The same with the time of maintenance. */
export const shareWithMaintenance = (times: Times): number | null => {
  const observed = observedOf(times);
  return shareOf(observed - times.down_ms - times.maintenance_down_ms, observed);
};

/** The figures as the API names them. */
export const figuresOf = (uptime: Uptime) => {
  const { outages, longest_ms, ...times } = uptime;
  return {
    uptime: uptimeShare(times),
    uptime_with_maintenance: shareWithMaintenance(times),
    observed_ms: observedOf(times),
    ...times,
    outage_count: outages,
    longest_ms,
  };
};
export type UptimeFigures = ReturnType<typeof figuresOf>;
