import { type Acting, audit } from "../audit.ts";
import type { Outcome } from "../outcome.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Removes a device, and the invitation that it came from. */
export function* remove_device(
  c: Context,
  { actor, user_id, id, now }: Acting & { user_id: string; id: string },
): Procedure<Outcome<null>> {
  const device = yield* c.of.devices.first({ id, user_id, org_id: actor.org_id });
  if (!device) return { ok: false, why: "not_found" };
  yield* c.of.devices.remove({ id });
  yield* c.of.device_invitations.remove({ device_id: id });
  // If it was the last one of a group, the next group need not wait.
  c.nudge("coverage");
  yield* audit(c, { actor, now }, "delete", "devices", device);
  return { ok: true, value: null };
}
