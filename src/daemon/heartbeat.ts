/**
 * Says that this node is there, and hears which others are not any more: what these were checking is due
 * again from then on.
 */
import type { Clock, Node, Store } from "../app/ports.ts";
import { startLoop, type Loop } from "./loop.ts";

const every = 2000;

export function startHeartbeat(context: {
  store: Store;
  clock: Clock;
  node: Node;
  onGone: (node: { id: string; name: string }) => void;
  onError: (error: unknown) => void;
}): Loop {
  const { store, clock, node, onGone } = context;
  let next = clock.now() + every;
  return startLoop(
    async () => {
      const now = clock.now();
      if (now < next) return next;
      next = now + every;
      for (const gone of (await store.run("beat", { node, now })).gone)
        onGone(gone);
      return next;
    },
    { clock, onError: context.onError },
  );
}
