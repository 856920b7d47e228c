/**
 * Records that this node is alive, and learns which nodes are gone: their checks are due again from then
 * on. The record also tells the next start when monitoring ended, and tells this node that it was
 * suspended itself.
 */
import { StoreUnavailable } from "../store/kit/unavailable.ts";
import type { Node } from "../core/model/node.ts";
import type { Store } from "../app/store.ts";
import type { MonitoringGap, Instant } from "../core/model/model.ts";
import { startLoop, type Loop, type LoopContext } from "./loop.ts";

/**
 * Other nodes wait for a beat. A node that is alone only remembers by it, and each beat is a write to the
 * disk.
 */
const every = { shared: 2_000, alone: 30_000 };
/** Pause until the first checks after a monitoring gap are done, ms. */
const settling = 1_000;

export interface Heartbeat extends Loop {
  /** Resolves once no beat is overdue: a monitoring gap that ends now is recorded. */
  caughtUp(): Promise<void>;
}

export function startHeartbeat(
  context: LoopContext & {
    store: Store;
    node: Node;
    onGone: (node: { id: string; name: string }) => void;
    /** Called when this node detected a monitoring gap. */
    onGap: (period: MonitoringGap) => void;
  },
): Heartbeat {
  const { store, clock, node, onGone, onGap } = context;
  const pause = Math.max(store.shared ? every.shared : every.alone, context.longestSleep ?? 0);
  // The start may have found a monitoring gap.
  let next = clock.now() + settling;
  let reason: MonitoringGap["reason"] = "suspended";
  let beating: Promise<void> | null = null;

  async function beat(now: Instant): Promise<void> {
    try {
      const answer = await store.run("beat", { node, reason, now });
      reason = "suspended";
      next = now + (answer.settling ? settling : pause);
      for (const gone of answer.gone) onGone(gone);
      if (answer.gap) onGap(answer.gap);
    } catch (error) {
      if (error instanceof StoreUnavailable) reason = "database";
      throw error;
    }
  }

  async function caughtUp(): Promise<void> {
    const now = clock.now();
    if (now >= next) await (beating ??= beat(now).finally(() => (beating = null)));
  }

  const loop = startLoop(async () => {
    await caughtUp();
    return next;
  }, context);
  return { ...loop, caughtUp };
}
