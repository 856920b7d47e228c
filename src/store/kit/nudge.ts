/** What a commit made worth looking at. A courtesy: every loop also looks by itself. */
export type Nudge = "checks" | "wakes" | "pushes" | "events";

export const nudges: readonly Nudge[] = ["checks", "wakes", "pushes", "events"];
