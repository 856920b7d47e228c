import { proven } from "./proven.ts";
import { addressId } from "../../core/access/signed-action.ts";
import { audit } from "../audit.ts";
import type { Device, Instant } from "../../core/model/model.ts";
import { personName } from "../../core/text/person.ts";
import type { Context } from "../../store/queries/context.ts";
import { rows, type Procedure } from "../../store/kit/procedure.ts";

/**
 * Records that a person answered a test or a drill on a device; `here`: or is ready for their shifts. Answers false, and records nothing, when the
 * device's address is no longer `address` (`core/access/signed-action`).
 */
export function* confirm_device(
  c: Context,
  { id, address, here = false, now }: { id: string; address: string; here?: boolean; now: Instant },
): Procedure<boolean> {
  const device = yield* c.of.devices.hold({ id });
  if (!device || addressId(device) !== address) return false;
  yield* proven(c, device, now);
  if (here) yield* confirmShifts(c, device, now);
  return true;
}

/** The person is there for all shifts that they were notified of. The audit log has it, for the others to see. */
function* confirmShifts(c: Context, { org_id, user_id }: Device, now: Instant): Procedure<void> {
  const confirmed = yield* rows(c.q.confirmShifts, { user_id, now });
  const user = yield* c.of.users.first({ id: user_id });
  const actor = { org_id, name: user ? personName(user) : "", request_id: null, user_id };
  for (const id of new Set(confirmed.map(({ schedule_id }) => schedule_id))) {
    const schedule = yield* c.of.schedules.first({ id });
    if (schedule) yield* audit(c, { actor, now }, "confirm_shift", "schedules", schedule);
  }
}
