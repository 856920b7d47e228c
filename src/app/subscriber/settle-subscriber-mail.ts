import { auditSubscriber } from "./subscriber-audit.ts";
import { noAttempts, retryAt, type LetterOutcome } from "../../core/access/letter-attempts.ts";
import type { Instant } from "../../core/model/model.ts";
import { afterRefusal } from "../../core/status/subscription.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import type { Context } from "../../store/queries/context.ts";

/**
 * Records the outcome of a mail to a subscriber. `number`: of its notice; null: it asked to confirm. An address that the mail server
 * refuses again and again is forgotten.
 */
export function* settle_subscriber_mail(
  c: Context,
  {
    id,
    number,
    attempts,
    outcome,
    now,
  }: {
    id: string;
    number: number | null;
    attempts: number;
    outcome: LetterOutcome;
    now: Instant;
  },
): Procedure<null> {
  const held = yield* c.of.subscribers.hold({ id });
  // A claim that has run out is another's now, and a subscription that has ended gets no more.
  if (!held || held.attempts !== attempts) return null;
  const retry_at = outcome === "failed" ? retryAt(held, now) : null;
  if (retry_at !== null) yield* c.of.subscribers.update({ id }, { retry_at });
  else if (number === null)
    yield* c.of.subscribers.update({ id }, { ...noAttempts, ask_due: false });
  else {
    const refusals =
      outcome === "refused" ? afterRefusal(held) : outcome === "sent" ? 0 : held.refusals;
    if (refusals === null) {
      yield* c.of.subscribers.remove({ id });
      yield* auditSubscriber(c, "remove_subscriber", held, { by: null, now });
    } else yield* c.of.subscribers.update({ id }, { ...noAttempts, seen: number, refusals });
  }
  return null;
}
