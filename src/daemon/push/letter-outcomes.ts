/** The outcome of a letter that waits in the database, by that of its push. Pure. */
import type { LetterOutcome } from "../../core/access/letter-attempts.ts";
import type { PushOutcome } from "../../core/paging/push.ts";

/** A mail that may have arrived is not sent again. */
export const letterOutcomes: Record<PushOutcome["kind"], LetterOutcome> = {
  delivered: "sent",
  perhaps_delivered: "sent",
  retry: "failed",
  refused: "refused",
};
