/** Pages devices that can be paged only now: at the start, after changes of devices, members and groups, and every 30 s. */
import type { Store } from "../app/store.ts";
import { startLoop, type Loop, type LoopContext } from "./loop.ts";

/** Open incidents per transaction. */
const batch = 200;

/** How long a change without a nudge waits at most, ms. */
const interval = 30_000;

export function startCoverage(context: LoopContext & { store: Store }): Loop {
  const { store, clock, longestSleep = interval } = context;
  let after: string | null = "";
  return startLoop(
    async () => {
      const { next }: { next: string | null } = await store.run("page_pending", {
        after: after ?? "",
        limit: batch,
        now: clock.now(),
      });
      after = next;
      return next === null ? null : "again";
    },
    { ...context, longestSleep },
  );
}
