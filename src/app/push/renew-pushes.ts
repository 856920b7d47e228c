import { leaseOf } from "./outbox.ts";
import type { Instant } from "../../core/model/model.ts";
import type { PushClaim } from "../../core/paging/push.ts";
import type { Context } from "../../store/queries/context.ts";
import { cut, type Procedure, together } from "../../store/kit/procedure.ts";

/** Claims renewed between two cuts. */
const partSize = 100;

/**
 * Renews the claims of a push that is still being sent: a mail server may take minutes to accept a mail. A claim that
 * ran out meanwhile stays lost.
 */
export function* renew_pushes(
  c: Context,
  { claims, now }: { claims: readonly PushClaim[]; now: Instant },
): Procedure<null> {
  const due_at = now + leaseOf(claims.length);
  for (let from = 0; from < claims.length; from += partSize) {
    if (from > 0) yield* cut();
    yield* together(
      claims
        .slice(from, from + partSize)
        .map(({ notification_id: id, attempt: attempts }) =>
          c.of.notifications.update({ id, state: "leased", attempts }, { due_at }),
        ),
    );
  }
  return null;
}
