/**
 * Finds the monitor or group of a webhook URL. Senders post to thousands of URLs many times a second, so a target is
 * remembered until any declared resource changes; whether one has is read once a second. If the target was deleted since,
 * the verb that would write to it refuses.
 */
import type { Clock } from "../../app/ports.ts";
import type { Reads } from "../../store/reads/reads.ts";

export type Target = NonNullable<Awaited<ReturnType<Reads["inbound_target"]>>>;

/** How long a change may go unnoticed, ms, and the number of targets. */
const remembered = { ms: 1000, most: 10_000 };

export interface InboundTargets {
  /** The target that was found before; null: look it up. */
  known(webhook_id: string): Target | null;
  /** Looks the target up; null: none. Unknown ids are not remembered. */
  find(webhook_id: string): Promise<Target | null>;
}

export function inboundTargets(
  reads: Pick<Reads, "inbound_target" | "inbound_revision">,
  clock: Clock,
): InboundTargets {
  const known = new Map<string, Target>();
  let revision: number | null = null;
  let until = -Infinity;
  let comparing: Promise<void> | null = null;

  /** Drops all targets if a resource has changed. */
  async function compare(): Promise<void> {
    const began = clock.steady();
    const now = await reads.inbound_revision();
    if (now !== revision) known.clear();
    revision = now;
    until = began + remembered.ms;
  }

  /** A rotated URL works for another day. */
  const isOver = (target: Target) => target.until !== null && clock.now() >= target.until;

  const isCurrent = () => clock.steady() < until;

  return {
    known(webhook_id) {
      const target = isCurrent() ? known.get(webhook_id) : undefined;
      return target && !isOver(target) ? target : null;
    },
    async find(webhook_id) {
      if (!isCurrent()) await (comparing ??= compare().finally(() => (comparing = null)));
      const before = revision;
      const target = known.get(webhook_id) ?? (await reads.inbound_target(webhook_id));
      if (!target || isOver(target)) return null;
      if (known.size >= remembered.most) known.clear();
      // A target that was read before a change is not one of after it.
      if (revision === before) known.set(webhook_id, target);
      return target;
    },
  };
}
