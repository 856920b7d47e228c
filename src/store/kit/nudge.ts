/** Tells the loops which rows a commit made due. It only saves time: every loop also polls. */
export type Nudge = "checks" | "wakes" | "pushes" | "events";

export const nudges: readonly Nudge[] = ["checks", "wakes", "pushes", "events"];
