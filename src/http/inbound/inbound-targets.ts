/**
 * Who listens on an inbound URL. A sender posts to one URL many times a second, so an answer is remembered
 * for a moment; what was deleted meanwhile is refused by the verb that would write to it.
 */
import type { Clock, Reads } from "../../app/ports.ts";

export type Target = NonNullable<Awaited<ReturnType<Reads["inbound_target"]>>>;

const remembered = { ms: 1000, most: 10_000 };

/** Finds the target of an id; null: nobody listens there. Unknown ids are not remembered. */
export function inboundTargets(
  reads: Pick<Reads, "inbound_target">,
  clock: Clock,
): (webhook_id: string) => Target | Promise<Target | null> {
  const known = new Map<string, { target: Target; until: number }>();
  return (webhook_id) => {
    const found = known.get(webhook_id);
    if (found && clock.now() < found.until) return found.target;
    return reads.inbound_target(webhook_id).then((target) => {
      known.delete(webhook_id);
      // A URL that was rotated away has its day.
      if (target?.until != null && clock.now() >= target.until) return null;
      if (known.size >= remembered.most) known.clear();
      if (target) known.set(webhook_id, { target, until: clock.now() + remembered.ms });
      return target;
    });
  };
}
