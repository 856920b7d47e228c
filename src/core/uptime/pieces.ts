/**
 * Cuts a period of a monitor into pieces of one state each. A status lasts until the next one; a pause and a monitoring
 * gap hide it, so that this time counts neither as up nor as down. Pure.
 */
import { joined } from "../history/points.ts";
import { within } from "../hours/interval.ts";
import type { Range } from "../history/point.ts";
import type { HistoryEntry, Instant } from "../model/model.ts";
import { conditionOf, type Condition } from "../model/status.ts";

/** `gap`: a monitoring gap. `unknown`: before the monitor existed, or before its first result. */
export type PieceState = "up" | "degraded" | "down" | "paused" | "gap" | "unknown";

export interface Piece extends Range {
  state: PieceState;
  /** Planned work was announced for this time. */
  maintenance: boolean;
}

/** The stored facts about a period of a monitor. */
export interface Past {
  /** Oldest first, from the last one before the period. The last one of an instant counts. */
  changes: readonly Pick<HistoryEntry, "at" | "status">[];
  /** In any order, as the next two. */
  pauses: readonly Range[];
  gaps: readonly Range[];
  maintenance: readonly Range[];
}

const stateOf: Record<Condition, PieceState> = {
  healthy: "up",
  degraded: "degraded",
  failing: "down",
  pending: "unknown",
};

/** The pieces of the period, in order, without a hole; neighbors differ. */
export function piecesOf(past: Past, { from, to }: Range): Piece[] {
  const pauses = joined(past.pauses);
  const gaps = joined(past.gaps);
  const maintenance = joined(past.maintenance);
  const edges = [
    ...past.changes.map(({ at }) => at),
    ...[...pauses, ...gaps, ...maintenance].flatMap((range) => [range.from, range.to]),
  ].filter((at) => from < at && at < to);
  const cuts = [...new Set([from, ...edges, to])].sort((a, b) => a - b);
  const isPaused = within(pauses, ({ to }) => to);
  const isGap = within(gaps, ({ to }) => to);
  const isMaintenance = within(maintenance, ({ to }) => to);
  const shown = shownBy(past.changes);
  const pieces: Piece[] = [];
  for (const [i, at] of cuts.slice(0, -1).entries()) {
    const [paused, gap, maintained, known] = [
      isPaused(at),
      isGap(at),
      isMaintenance(at),
      shown(at),
    ];
    const state = paused ? "paused" : gap ? "gap" : known;
    const last = pieces.at(-1);
    if (last?.state === state && last.maintenance === maintained) last.to = cuts[i + 1]!;
    else pieces.push({ from: at, to: cuts[i + 1]!, state, maintenance: maintained });
  }
  return pieces;
}

/**
 * The changes from `kept` on, before which some were deleted: of the earlier ones the last says how it began, and time
 * before it is not known.
 */
export function keptChanges(changes: Past["changes"], kept: Instant): Past["changes"] {
  const first = changes.findIndex(({ at }) => at >= kept);
  const later = first < 0 ? [] : changes.slice(first);
  const before = changes[(first < 0 ? changes.length : first) - 1];
  return before ? [{ at: kept, status: before.status }, ...later] : later;
}

/** Says of instants that never go back which state the changes leave. */
function shownBy(changes: Past["changes"]): (at: Instant) => PieceState {
  let next = 0;
  let state: PieceState = "unknown";
  return (at) => {
    while (next < changes.length && changes[next]!.at <= at)
      state = stateOf[conditionOf(changes[next++]!.status)];
    return state;
  };
}
