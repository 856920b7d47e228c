/** Notifies the loops of rows that a commit made due; coverage: more devices can be paged. It only saves time: every loop also polls. */
export type Nudge = "checks" | "wakes" | "pushes" | "events" | "coverage";

export const nudges: readonly Nudge[] = ["checks", "wakes", "pushes", "events", "coverage"];
