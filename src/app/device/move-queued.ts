import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Pushes that the old address of a device may have, or asked to wait with, go to the new one now. */
export function* moveQueued(c: Context, device_id: string, now: Instant): Procedure<void> {
  yield* c.of.notifications.update(
    { device_id, state: "queued" },
    { due_at: now, wait_asked: false },
  );
  c.nudge("pushes");
}
