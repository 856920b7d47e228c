import { proven } from "./proven.ts";
import { addressId } from "../../core/access/signed-action.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/**
 * Records that a person answered a test or a drill on a device. Answers false, and records nothing, when the
 * device's address is no longer `address` (`core/access/signed-action`).
 */
export function* confirm_device(
  c: Context,
  { id, address, now }: { id: string; address: string; now: Instant },
): Procedure<boolean> {
  const device = yield* c.of.devices.hold({ id });
  if (!device || addressId(device) !== address) return false;
  yield* proven(c, device, now);
  return true;
}
