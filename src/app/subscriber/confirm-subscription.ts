import type { Instant } from "../../core/model/model.ts";
import { auditSubscriber, type Visit } from "./subscriber-audit.ts";
import { noAttempts } from "../../core/access/letter-attempts.ts";
import { canConfirm } from "../../core/status/subscription.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import type { Context } from "../../store/queries/context.ts";

/**
 * Confirms a subscription, once or again: it gets the notices of from now on. `asked_at`: of the link. false: the link has expired, a
 * newer one was mailed, or the subscription has ended.
 */
export function* confirm_subscription(
  c: Context,
  { id, asked_at, by, now }: { id: string; asked_at: Instant; by: Visit; now: Instant },
): Procedure<boolean> {
  const held = yield* c.of.subscribers.hold({ id });
  if (!held) return false;
  if (held.confirmed_at !== null) return true;
  if (held.asked_at !== asked_at || !canConfirm(held, now)) return false;
  // Held, so that a notice that is being written is seen or is of before.
  const counter = yield* c.of.notice_counters.hold({ page_id: held.page_id });
  yield* c.of.subscribers.update(
    { id },
    { ...noAttempts, confirmed_at: now, ask_due: false, seen: counter?.last ?? 0 },
  );
  yield* auditSubscriber(c, "subscribe", held, { by, now });
  return true;
}
