import { auditSubscriber, type Visit } from "./subscriber-audit.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import type { Context } from "../../store/queries/context.ts";

/** Ends a subscription, confirmed or not, and forgets its address. No effect the second time. */
export function* unsubscribe(
  c: Context,
  { id, by, now }: { id: string; by: Visit; now: Instant },
): Procedure<null> {
  const held = yield* c.of.subscribers.hold({ id });
  if (!held) return null;
  yield* c.of.subscribers.remove({ id });
  // Without a confirmation, it never was a subscription.
  if (held.confirmed_at !== null) yield* auditSubscriber(c, "unsubscribe", held, { by, now });
  return null;
}
