/**
 * Says that this node is there, and hears which others are not any more: what these were checking is due
 * again from then on. It also is how the next start knows since when nobody has been there, and how this
 * node finds out that it stood still itself.
 */
import { StoreUnavailable, type Node, type Store } from "../app/ports.ts";
import type { BlindPeriod } from "../core/model/model.ts";
import { startLoop, type Loop, type LoopContext } from "./loop.ts";

/** Others wait for it; a node that is alone only remembers by it, and each time is a write to the disk. */
const every = { shared: 2_000, alone: 30_000 };
/** Until everything has been looked at after a blind period, ms. */
const settling = 1_000;

export function startHeartbeat(
  context: LoopContext & {
    store: Store;
    node: Node;
    onGone: (node: { id: string; name: string }) => void;
    /** Nobody watched, and it was this node that noticed. */
    onBlind: (period: BlindPeriod) => void;
  },
): Loop {
  const { store, clock, node, onGone, onBlind } = context;
  const pause = Math.max(store.shared ? every.shared : every.alone, context.longestSleep ?? 0);
  // The start may have found a blind period.
  let next = clock.now() + settling;
  let reason: BlindPeriod["reason"] = "suspended";
  return startLoop(async () => {
    const now = clock.now();
    if (now < next) return next;
    try {
      const answer = await store.run("beat", { node, reason, now });
      reason = "suspended";
      next = now + (answer.settling ? settling : pause);
      for (const gone of answer.gone) onGone(gone);
      if (answer.blind) onBlind(answer.blind);
    } catch (error) {
      if (error instanceof StoreUnavailable) reason = "database";
      throw error;
    }
    return next;
  }, context);
}
