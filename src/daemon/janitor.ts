/** Deletes rows older than the retention, a few at a time, between other commits. */
import type { Retention } from "../core/model/retention.ts";
import type { Store } from "../app/store.ts";
import { startLoop, type Loop, type LoopContext } from "./loop.ts";

const pause = 10 * 60_000;

export function startJanitor(
  context: LoopContext & {
    store: Store;
    retention: Retention;
  },
): Loop {
  const { store, clock, retention } = context;
  let next = clock.now() + pause;
  return startLoop(async () => {
    const now = clock.now();
    if (now < next) return next;
    const { more } = await store.run("expire_rows", { now, retention });
    next = more ? now + 100 : now + pause;
    return next;
  }, context);
}
