/** How often a letter that waits in the database is tried. Pure. */
import type { Instant } from "../model/model.ts";
import { day, hour, minute } from "../text/units.ts";

/** How long a claim of a mail lasts, ms: longer than the slowest mail server takes, so that none is sent twice. */
const claimLength = 30 * minute;
/** The pause after the first failure, ms; it doubles each time, up to `longest`. For how long a mail is tried. */
const pauses = { first: 5 * minute, longest: 4 * hour, until: day };

export interface Attempts {
  /** So far. */
  attempts: number;
  /** When the first of them began; null: none has. */
  first_at: Instant | null;
  /** When another may begin; null: at once. */
  retry_at: Instant | null;
}

/** The attempts of a mail that was not tried yet. */
export const noAttempts: Attempts = { attempts: 0, first_at: null, retry_at: null };

/** While the mail is being sent. */
export const claimed = ({ attempts, first_at }: Attempts, now: Instant): Attempts => ({
  attempts: attempts + 1,
  first_at: first_at ?? now,
  retry_at: now + claimLength,
});

/** When a mail that failed is tried again; null: never, it has been tried for long enough. */
export function retryAt({ attempts, first_at }: Attempts, now: Instant): Instant | null {
  const pause = Math.min(pauses.first * 2 ** Math.max(0, attempts - 1), pauses.longest);
  const retry_at = now + pause;
  return retry_at < (first_at ?? now) + pauses.until ? retry_at : null;
}

/** sent: the mail server has it. failed: it may take it later. refused: it never will. */
export type LetterOutcome = "sent" | "failed" | "refused";
