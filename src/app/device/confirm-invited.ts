import { openInvitation } from "./open-invitation.ts";
import { proven } from "./proven.ts";
import { conflict, type Outcome } from "../outcome.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import { type Procedure, first } from "../../store/kit/procedure.ts";

/** Records that the holder of the link saw a test arrive. conflict: no test can have arrived yet. */
export function* confirm_invited(
  c: Context,
  { hash, now }: { hash: string; now: Instant },
): Procedure<Outcome<null>> {
  const invitation = yield* openInvitation(c, hash, now);
  if (!invitation) return { ok: false, why: "not_found" };
  const { device_id } = invitation;
  const test = device_id === null ? undefined : yield* first(c.q.lastTest, { device_id });
  if (!test || device_id === null || !mayHaveArrived(test))
    return conflict("No test has left yet. Send one, and wait until it arrives.");
  const device = yield* c.of.devices.first({ id: device_id });
  if (device) yield* proven(c, device, now);
  return { ok: true, value: null };
}

/** A push without an answer of its push server may have arrived too. */
const mayHaveArrived = (test: { delivered_at: number | null; perhaps_delivered: boolean }) =>
  test.delivered_at !== null || test.perhaps_delivered;
