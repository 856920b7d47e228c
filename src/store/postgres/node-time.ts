/**
 * Translates between the node's clock and the database's. Clocks of nodes may differ by seconds, so on a
 * shared database leases and deadlines use the database's time alone: instants passed to a verb are moved
 * to that time, and instants in its answer are moved back before the node compares them with its own
 * clock.
 */
import type { Instant } from "../../core/model/model.ts";
import type { Request } from "../kit/request.ts";

/** The input with `now` being the database's; `skew` is how far that is ahead of this node's clock, ms. */
export function toDatabaseTime({ verb, input }: Request, now: Instant, skew: number): unknown {
  if (verb === "report") {
    const { reports } = input as { reports: { at: Instant }[] };
    return {
      ...(input as object),
      now,
      // An arrival in the future would count in no window.
      reports: reports.map((report) => ({
        ...report,
        at: Math.min(report.at + skew, now),
      })),
    };
  }
  if (verb === "deliver") {
    const { deliveries } = input as { deliveries: { at: Instant }[] };
    return { ...(input as object), deliveries: deliveries.map((one) => ({ ...one, at: now })) };
  }
  if (verb === "record_unchanged") {
    const { checks } = input as { checks: { at: Instant }[] };
    const moved = checks.map((check) => ({ ...check, at: Math.min(check.at + skew, now) }));
    return { checks: moved, now };
  }
  return { ...(input as object), now };
}

/** The same answer with the instants that this node will wait for in its own time. */
export function toNodeTime(value: unknown, skew: number): unknown {
  if (typeof value !== "object" || value === null || !("next_at" in value)) return value;
  const { next_at, due } = value as {
    next_at: Instant | null;
    due?: { lease_until?: Instant }[];
  };
  return {
    ...value,
    next_at: next_at === null ? null : next_at - skew,
    ...(due && {
      due: due.map((one) =>
        one.lease_until === undefined ? one : { ...one, lease_until: one.lease_until - skew },
      ),
    }),
  };
}
