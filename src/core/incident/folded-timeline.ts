/** Folds the timeline of an incident: reminders and their outcomes become one entry. Pure. */
import type { TimelineEntry, TimelineKind } from "../model/model.ts";

export type Entry = Omit<TimelineEntry, "id" | "incident_id">;

/** Entries of pushes: many of them say little, one after the other. */
const pushes: ReadonlySet<TimelineKind> = new Set<TimelineKind>([
  "repeated",
  "paged",
  "delivered",
  "perhaps_delivered",
  "not_reached",
  "refused",
  "expired",
  "dropped",
]);
/** The shortest run that is folded. */
const minRun = 3;

/** Runs of entries, newest first, each newest first; a run of one stands for itself. */
export function foldTimeline(timeline: readonly Entry[]): Entry[][] {
  const runs: Entry[][] = [];
  for (const entry of timeline.toReversed()) {
    const run = runs.at(-1);
    if (run && pushes.has(entry.kind) && pushes.has(run[0]!.kind)) run.push(entry);
    else runs.push([entry]);
  }
  return runs.flatMap((run) => (run.length < minRun ? run.map((one) => [one]) : [run]));
}
