/** The outcome of a letter that waits in the database, by that of its push. Pure. */
import type { LetterOutcome } from "../../core/access/letter-attempts.ts";
import type { PushOutcome } from "../../core/paging/push.ts";

/** A mail that may have arrived is not sent again. */
const byKind: Record<PushOutcome["kind"], LetterOutcome> = {
  delivered: "sent",
  perhaps_delivered: "sent",
  retry: "failed",
  refused: "refused",
};

/** A mail that the server refuses like all others is sent again, to the same address. */
export const letterOutcome = (sent: PushOutcome): LetterOutcome =>
  sent.kind === "refused" && sent.of_channel ? "failed" : byKind[sent.kind];

/** Whether the mail server took part: false when no other mail would leave either. */
export const tookPart = (sent: PushOutcome): boolean =>
  letterOutcome(sent) !== "failed" || (sent.kind === "retry" && sent.of_push_alone === true);
