/** The state of an API key, for lists of keys. Pure. */
import type { ApiKey, Instant } from "../model/model.ts";
import { day } from "../text/units.ts";

/** A key that expires sooner is named, and one that was not used for longer. */
const soon = 7 * day;
const longUnused = 90 * day;

/** `soon`: it expires within a week. `unused`: not used for three months. */
export type KeyState = "revoked" | "expired" | "soon" | "unused" | "working";

export function keyState(
  key: Pick<ApiKey, "revoked_at" | "expires_at" | "last_used_at" | "inserted_at">,
  now: Instant,
): KeyState {
  if (key.revoked_at !== null) return "revoked";
  if (key.expires_at !== null && key.expires_at <= now) return "expired";
  if (key.expires_at !== null && key.expires_at - now < soon) return "soon";
  return now - (key.last_used_at ?? key.inserted_at) > longUnused ? "unused" : "working";
}

/** Whether it is refused. */
export const isOver = (state: KeyState): boolean => state === "revoked" || state === "expired";
