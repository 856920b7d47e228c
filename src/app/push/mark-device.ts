import { wakeGroupsOf } from "./follow-edits.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import { cut, type Procedure } from "../../store/kit/procedure.ts";

/** Records that a device is working again, or broken with this reason. */
export function* markDevice(
  c: Context,
  id: string,
  broken: string | null,
  now: Instant,
): Procedure<void> {
  const device = yield* c.of.devices.first({ id });
  if (!device || (broken === null && device.broken_at === null)) return;
  yield* c.of.devices.update(
    { id },
    { broken_at: broken === null ? null : (device.broken_at ?? now), broken_reason: broken },
  );
  // One that is broken now keeps no escalation back: its pages may be on hold.
  if (broken === null || device.broken_at === null) c.nudge("coverage");
  if (broken !== null) return;
  // Changes of an incident lock it before its pushes.
  yield* cut();
  yield* wakeGroupsOf(c, device, now);
}
