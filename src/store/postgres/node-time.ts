/**
 * Whose time it is. Clocks of nodes may differ by seconds, so that on a shared database leases and
 * deadlines go by the database's time alone: what a verb is given is moved to that time, and what it
 * answers is moved back, before the node compares it with its own clock.
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
