/**
 * Reports of `quiet` monitors that stay below their threshold, as nearly all do. The decision of `decide` about them follows
 * from the counts of the subject and the threshold of the monitor, so that a store need not load more than these. Pure.
 */
import type { ErrorReport } from "../command/command.ts";
import type { Subject, WebhookMonitor } from "../model/model.ts";
import { isDecidedByAny, type Counted } from "./counted.ts";
import { countArrivals, sampleBodies } from "./error-rate.ts";
import { expectsReports } from "./heartbeat.ts";

/** The state of the subject of a `quiet` monitor without a deadline. */
export const quiet = {
  status: "quiet",
  status_reason: null,
  paused_at: null,
  paused_until: null,
  wake_at: null,
  missing_since: null,
  flapping_since: null,
  refused_in_row: 0,
} as const satisfies Partial<Subject>;

const state = Object.entries(quiet) as [keyof Subject, unknown][];

export const isQuiet = (subject: Subject): boolean =>
  state.every(([name, value]) => subject[name] === value);

/** True for a monitor whose reports are judged by their number alone. */
export const isJudgedByNumber = (monitor: WebhookMonitor): boolean =>
  monitor.depends_on.length === 0 && !expectsReports(monitor);

/** The counts of a subject. */
export type Counts = Pick<
  Subject,
  "last_received_at" | "burst_at" | "burst_count" | "window_count" | "window_from"
>;

/** The decision about reports of a `quiet` monitor that is judged by their number; null: they may do more than count. */
export function countQuiet(
  before: Counts,
  threshold: number,
  reports: readonly ErrorReport[],
): (Counted & { set: Counts }) | null {
  const { window_count, window_from, last_received_at } = before;
  const arriving = reports.length;
  const last = reports.at(-1);
  if (
    !last ||
    !isDecidedByAny({ status: "quiet", window_count }, threshold, { arriving, recent: 0 })
  )
    return null;
  const { kept, burst_at, burst_count } = sampleBodies(reports, before);
  const arrived = reports.filter(({ at }) => at > window_from).length;
  return {
    set: {
      last_received_at: Math.max(last.at, last_received_at ?? 0),
      burst_at,
      burst_count,
      window_count: window_count + arrived,
      window_from,
    },
    counts: countArrivals(reports),
    kept,
    occurrences: null,
  };
}
