/** Rules of links by which a user signs in. Their tokens are made as those of `invitation`. */
import type { Instant, SignInLink } from "../model/model.ts";

/** How long a link works, ms: the invited user may read their mail tomorrow. */
export const signInLinkLifetime = 24 * 3600_000;

export type SignInLinkStatus = "open" | "used" | "expired";

export function signInLinkStatus(
  { used_at, expires_at }: Pick<SignInLink, "used_at" | "expires_at">,
  now: Instant,
): SignInLinkStatus {
  if (used_at !== null) return "used";
  return now < expires_at ? "open" : "expired";
}
