/** Writes pushes about shifts to the outbox. */
import type { Instant } from "../../core/model/model.ts";
import { shiftNotification, type ShiftPush } from "../../core/shift/shift-push.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import { devicesOf } from "../../store/records/audience.ts";
import { writePushes } from "../../store/records/outbox.ts";

/** Writes pushes to all enabled devices of their users. */
export function* writeShiftPushes(
  c: Context,
  org_id: string,
  pushes: readonly (readonly [user_id: string, push: ShiftPush])[],
  now: Instant,
): Procedure<void> {
  const ids = [...new Set(pushes.map(([user_id]) => user_id))];
  const devices = yield* devicesOf(c, ids);
  const notifications = pushes.flatMap(([user_id, push]) =>
    (devices.get(user_id) ?? [])
      .filter(({ enabled }) => enabled)
      .map((device) => shiftNotification(push, device, now)),
  );
  yield* writePushes(c, org_id, notifications, now);
}
