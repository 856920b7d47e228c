/** Whether a push reports something bad, for colors. Pure. */
import type { DuePush } from "../core/paging/push.ts";

export type PushTone = "bad" | "good" | "neutral";

const tones: Partial<Record<DuePush["event"], PushTone>> = {
  opened: "bad",
  offline: "bad",
  disk_warning: "bad",
  recovered: "good",
  disk_recovered: "good",
};

export const toneOf = ({ event }: Pick<DuePush, "event">): PushTone => tones[event] ?? "neutral";
