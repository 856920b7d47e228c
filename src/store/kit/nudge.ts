import type { Instant } from "../../core/model/model.ts";

/** Notifies the loops of rows that a commit made due; coverage: more devices can be paged; shifts: people have handed off, or will. It only saves time: every loop also polls. */
export type Nudge = "checks" | "wakes" | "pushes" | "events" | "coverage" | "shifts";

export const nudges: readonly Nudge[] = [
  "checks",
  "wakes",
  "pushes",
  "events",
  "coverage",
  "shifts",
];

/** A nudge, and the instant at which its first row falls due; 0: it is due. */
export type TimedNudge = readonly [nudge: Nudge, at: Instant];
