/**
 * Sums up all monitors and incidents in one sentence and one tone. The dashboard, `monitorctl status` and
 * `monitorctl top` show the same. Pure.
 */
import { conditionOf, type Condition, type Status, type Tone } from "../model/status.ts";
import { plural } from "../text/plural.ts";

/** How many monitors are in each condition; paused ones count as that alone. */
export type Tally = Record<Condition | "paused", number>;

/** The order in which they are named: a narrow terminal cuts the healthy ones. */
const order = ["failing", "degraded", "pending", "paused", "healthy"] as const;

/** How many monitors have a status, paused ones apart. */
export interface StatusCount {
  status: Status;
  paused: boolean;
  count: number;
}

export const totalOf = (counts: readonly StatusCount[]): number =>
  counts.reduce((sum, { count }) => sum + count, 0);

export function tally(monitors: Iterable<Omit<StatusCount, "count"> & { count?: number }>): Tally {
  const counts = { failing: 0, degraded: 0, healthy: 0, pending: 0, paused: 0 };
  for (const { status, paused, count = 1 } of monitors)
    counts[paused ? "paused" : conditionOf(status)] += count;
  return counts;
}

/** `2 failing, 1 degraded, 31 healthy`, without conditions that no monitor has. */
export const tallyText = (counts: Tally): string =>
  order.flatMap((one) => (counts[one] > 0 ? [`${counts[one]} ${one}`] : [])).join(", ");

/** The counts of monitors, and of unacknowledged and acknowledged incidents. */
export interface Situation {
  open: number;
  acknowledged: number;
  monitors: Tally;
}

/** bad: an incident is unacknowledged, or a monitor is failing. idle: no result yet. */
export function situationTone({ open, acknowledged, monitors }: Situation): Tone {
  if (open > 0 || monitors.failing > 0) return "bad";
  if (acknowledged > 0 || monitors.degraded > 0) return "warn";
  return monitors.healthy > 0 ? "good" : "idle";
}

/** `2 unacknowledged incidents, 1 acknowledged, 3 failing, 31 healthy`, or `All healthy: 31 monitors`. */
export function situationText(situation: Situation): string {
  const { open, acknowledged, monitors } = situation;
  const { failing, degraded, healthy, pending, paused } = monitors;
  if (healthy > 0 && open + acknowledged + failing + degraded + pending === 0)
    return `All healthy: ${plural(healthy, "monitor")}${paused > 0 ? `, ${paused} paused` : ""}`;
  const parts = [
    open > 0 && plural(open, "unacknowledged incident"),
    acknowledged > 0 &&
      (open > 0 ? `${acknowledged} acknowledged` : plural(acknowledged, "acknowledged incident")),
    tallyText(monitors),
  ];
  return parts.filter(Boolean).join(", ") || "No monitors yet";
}
