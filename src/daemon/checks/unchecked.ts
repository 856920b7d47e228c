/**
 * Looks once a minute for monitors that go without checks, for any reason: the service's health shows their
 * number. Reads a part of all monitors at a time, so that no request waits for it.
 */
import type { Store } from "../../app/store.ts";
import { startLoop, timerOf, type Loop, type LoopContext } from "../loop.ts";

const pause = 60_000;

/** The result of the last look. */
export class UncheckedView {
  count = 0;
}

export function startUnchecked(
  context: LoopContext & { store: Pick<Store, "read">; uncheckedView: UncheckedView },
): Loop {
  const { store, clock, uncheckedView: view } = context;
  const next = timerOf(clock, pause);
  /** The place and the result of the look under way. */
  let look = { after: "", count: 0 };
  return startLoop(async () => {
    if (!next.isDue()) return next.at();
    const { found, next: after } = await store.read.unchecked({
      after: look.after,
      now: clock.now(),
    });
    const count = look.count + found.length;
    look = { after: after ?? "", count: after === null ? 0 : count };
    if (after !== null) return "again";
    view.count = count;
    next.set(pause);
    return next.at();
  }, context);
}
