/**
 * Finds the monitor or group of a webhook URL. Senders post to one URL many times a second, so a result
 * is cached for a moment; if the target was deleted since, the verb that would write to it refuses.
 */
import type { Clock } from "../../app/ports.ts";
import type { Reads } from "../../store/reads/reads.ts";

export type Target = NonNullable<Awaited<ReturnType<Reads["inbound_target"]>>>;

const remembered = { ms: 1000, most: 10_000 };

export interface InboundTargets {
  /** The target that was found a moment ago; null: look it up. */
  known(webhook_id: string): Target | null;
  /** Looks the target up; null: there is none. Unknown ids are not cached. */
  find(webhook_id: string): Promise<Target | null>;
}

export function inboundTargets(reads: Pick<Reads, "inbound_target">, clock: Clock): InboundTargets {
  const known = new Map<string, { target: Target; until: number }>();
  return {
    known(webhook_id) {
      const cached = known.get(webhook_id);
      return cached && clock.steady() < cached.until ? cached.target : null;
    },
    async find(webhook_id) {
      const target = await reads.inbound_target(webhook_id);
      known.delete(webhook_id);
      // A rotated URL works for another day.
      if (target?.until != null && clock.now() >= target.until) return null;
      if (known.size >= remembered.most) known.clear();
      if (target) known.set(webhook_id, { target, until: clock.steady() + remembered.ms });
      return target;
    },
  };
}
