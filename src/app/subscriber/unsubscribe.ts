import type { Procedure } from "../../store/kit/procedure.ts";
import type { Context } from "../../store/queries/context.ts";

/** Ends a subscription, confirmed or not, and forgets its address. No effect the second time. */
export function* unsubscribe(c: Context, { id }: { id: string }): Procedure<null> {
  yield* c.of.subscribers.remove({ id });
  return null;
}
