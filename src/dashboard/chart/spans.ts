/** Turns stored state changes into spans of states, for cells and strips. Pure. */
import { joined } from "../../core/history/points.ts";
import type { CheckResult, HistoryEntry, Instant, MonitorKind } from "../../core/model/model.ts";
import { initialStatus } from "../../core/model/status.ts";
import { cellStateOf, subCheckState, type CellState, type StateSpan } from "./cells.ts";

/** A period; `to` null: it lasts. */
export interface Period {
  from: Instant;
  to: Instant | null;
}

/** The status that a monitor begins with, as the first of its changes. */
export const beginning = (
  kind: MonitorKind,
  inserted_at: Instant,
): Pick<HistoryEntry, "at" | "status"> => ({
  at: inserted_at,
  status: initialStatus[kind === "webhook_monitors" ? "webhook_monitor" : "health_check_monitor"],
});

/** Changes of a state, oldest first → spans, the last of which ends at `now`. */
function spansOf<T extends { at: Instant }>(
  changes: readonly T[],
  now: Instant,
  state: (change: T) => CellState,
  note: (change: T) => string | null,
): StateSpan[] {
  return changes.flatMap((change, i) => {
    const to = changes[i + 1]?.at ?? now;
    return to > change.at
      ? [{ from: change.at, to, state: state(change), note: note(change) }]
      : [];
  });
}

/** `entries`: the changes of one monitor, oldest first, from the last one before the period. */
export const monitorSpans = (
  entries: readonly (Pick<HistoryEntry, "at" | "status"> & { reason?: string | null })[],
  now: Instant,
): StateSpan[] =>
  spansOf(
    entries,
    now,
    ({ status }) => cellStateOf(status),
    ({ reason }) => reason ?? null,
  );

/** The changes of one sub-check, oldest first; status null: no longer reported. */
export const subCheckSpans = (
  changes: readonly {
    at: Instant;
    status: CheckResult["status"] | null;
    short_summary: string | null;
  }[],
  now: Instant,
): StateSpan[] =>
  spansOf(
    changes,
    now,
    ({ status }) => subCheckState(status),
    ({ short_summary }) => short_summary,
  );

/**
 * Replaces the state of `spans`, which are in order, within `periods`, for example by `unknown` while the service did not run.
 * `only`: the states that are replaced; default: all.
 */
export function overlay(
  spans: readonly StateSpan[],
  periods: readonly Period[],
  state: CellState,
  now: Instant,
  only: (state: CellState) => boolean = () => true,
): StateSpan[] {
  const holes = joined(
    periods
      .map(({ from, to }) => ({ from, to: Math.min(to ?? now, now) }))
      .filter(({ from, to }) => from < to),
  );
  const result: StateSpan[] = [];
  let first = 0;
  for (const span of spans) {
    while (first < holes.length && holes[first]!.to <= span.from) first++;
    let at = span.from;
    for (let i = first; only(span.state) && i < holes.length && holes[i]!.from < span.to; i++) {
      const [from, to] = [Math.max(holes[i]!.from, at), Math.min(holes[i]!.to, span.to)];
      if (from > at) result.push({ ...span, from: at, to: from });
      result.push({ from, to, state, note: null });
      at = to;
    }
    if (at < span.to) result.push({ ...span, from: at });
  }
  return result;
}
