/** How long each stretch of a resolved incident took: unnoticed, unacknowledged, worked on. Pure. */
import { medianOf } from "../history/median.ts";
import type { HistoryPoint } from "../history/point.ts";
import type { Incident, Instant } from "../model/model.ts";
import type { Entry } from "./folded-timeline.ts";

/** The instants of a resolved incident, in this order; null: it did not happen, or is not known. */
export interface Phases {
  /** The first of the failed checks before it; to the step of the measures. */
  failed_at: Instant | null;
  opened_at: Instant;
  /** When a push server accepted the first page. */
  accepted_at: Instant | null;
  acknowledged_at: Instant | null;
  acknowledged_by: string | null;
  /** When its monitor was up again. */
  recovered_at: Instant | null;
  resolved_at: Instant;
}

/** The facts behind the phases. */
export interface PhaseFacts {
  /** Oldest first. */
  timeline: readonly Entry[];
  /** When each push was accepted. */
  accepted: readonly Instant[];
  /** Measures of its monitor around it, oldest first; empty: it has none. */
  points: readonly Pick<HistoryPoint, "at" | "checks" | "failed">[];
  /** When its monitor was up again, oldest first. */
  recoveries: readonly Instant[];
}

/** `incident`: a resolved one. */
export function phasesOf(
  { opened_at, resolved_at }: Pick<Incident, "opened_at"> & { resolved_at: Instant },
  { timeline, accepted, points, recoveries }: PhaseFacts,
): Phases {
  const acknowledged = timeline.find(({ kind }) => kind === "acknowledged");
  const during = (at: Instant) => at >= opened_at && at <= resolved_at;
  return {
    failed_at: firstFailure(points, opened_at),
    opened_at,
    accepted_at: accepted.filter(during).toSorted((a, b) => a - b)[0] ?? null,
    acknowledged_at: acknowledged?.at ?? null,
    acknowledged_by: acknowledged?.actor ?? null,
    recovered_at: recoveries.findLast(during) ?? null,
    resolved_at,
  };
}

/** Where the failed checks in a row begin that opened it. */
function firstFailure(points: PhaseFacts["points"], opened_at: Instant): Instant | null {
  let first: Instant | null = null;
  for (const { at, checks, failed } of points.toReversed()) {
    if (at > opened_at || checks === 0) continue;
    if (failed === 0) break;
    first = at;
  }
  return first;
}

/** Medians of earlier incidents, ms; null: fewer than three. */
export interface Usual {
  acknowledge_ms: number | null;
  resolve_ms: number | null;
}

/** The fewest incidents whose median is worth a comparison. */
const fewest = 3;

export function usualOf(
  before: readonly Pick<Incident, "opened_at" | "acknowledged_at" | "resolved_at">[],
): Usual {
  const after = (ends: "acknowledged_at" | "resolved_at") => {
    const times = before.flatMap((one) => (one[ends] === null ? [] : [one[ends] - one.opened_at]));
    return times.length < fewest ? null : medianOf(times);
  };
  return { acknowledge_ms: after("acknowledged_at"), resolve_ms: after("resolved_at") };
}
