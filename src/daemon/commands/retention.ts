/** `monitord retention allow`: ends a wait of retention (`core/clock/retention-clock`). */
import { err, withStore, type Invocation } from "./invocation.ts";

export function allow(invocation: Invocation): Promise<number> {
  return withStore(invocation, async ({ store, now }) => {
    await store.run("allow_retention", { now });
    err("Retention goes on.");
    return 0;
  });
}
