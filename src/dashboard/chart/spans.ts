/** Turns stored state changes into spans of states, for cells and strips. Pure. */
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
 * Replaces the state of `spans` within `periods`, for example by `unknown` while the service did not run.
 * `only`: the states that are replaced; default: all.
 */
export function overlay(
  spans: readonly StateSpan[],
  periods: readonly Period[],
  state: CellState,
  now: Instant,
  only?: (state: CellState) => boolean,
): StateSpan[] {
  let result = [...spans];
  for (const { from, to } of periods) {
    const end = Math.min(to ?? now, now);
    result = result.flatMap((span) => {
      const [start, stop] = [Math.max(span.from, from), Math.min(span.to, end)];
      if (start >= stop || (only && !only(span.state))) return [span];
      return [
        { ...span, to: start },
        { from: start, to: stop, state, note: null },
        { ...span, from: stop },
      ].filter((one) => one.to > one.from);
    });
  }
  return result;
}
