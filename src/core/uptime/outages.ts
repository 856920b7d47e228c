/**
 * The outages of a monitor. A monitoring gap does not split one: a monitor that was failing before the gap and after it
 * had one outage. Time that was not observed is not counted as down. Pure.
 */
import type { Range } from "../history/point.ts";
import type { Piece } from "./pieces.ts";

export interface Outage extends Range {
  /** Time that was seen as down, outside of maintenance, ms. */
  down_ms: number;
  /** The same within maintenance, ms. */
  maintenance_ms: number;
  /** Time of monitoring gaps between, ms. */
  gap_ms: number;
  /** False: it lasts at the end of the pieces. */
  ended: boolean;
}

/** All outages, in order, those within maintenance included. The ends are the last instants at which each was seen. */
export function outagesIn(pieces: readonly Piece[]): Outage[] {
  const outages: Outage[] = [];
  let current: Outage | null = null;
  let gap_ms = 0;
  for (const { from, to, state, maintenance } of pieces) {
    if (state === "gap") {
      gap_ms += to - from;
      continue;
    }
    if (state === "down") {
      if (current === null) {
        current = { from, to, down_ms: 0, maintenance_ms: 0, gap_ms: 0, ended: false };
        outages.push(current);
      } else current.gap_ms += gap_ms;
      current.to = to;
      current[maintenance ? "maintenance_ms" : "down_ms"] += to - from;
    } else if (current) {
      current.ended = true;
      current = null;
    }
    gap_ms = 0;
  }
  return outages;
}

/** Outages that count: those with time outside of maintenance. */
export const isCounted = ({ down_ms }: Pick<Outage, "down_ms">): boolean => down_ms > 0;
