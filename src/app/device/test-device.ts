import type { Acting } from "../audit.ts";
import { queueTest } from "./queue-test.ts";
import { conflict, type Outcome } from "../outcome.ts";
import type { Notification } from "../../core/model/model.ts";
import { testNotification } from "../../core/paging/people-notification.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Queues a test push to a device. conflict: the device is disabled. */
export function* test_device(
  c: Context,
  { actor, user_id, id, now }: Acting & { user_id: string; id: string },
): Procedure<Outcome<Notification>> {
  const device = yield* c.of.devices.first({ id, user_id, org_id: actor.org_id });
  if (!device) return { ok: false, why: "not_found" };
  if (!device.enabled) return conflict("The device is disabled: enable it to test it.");
  return {
    ok: true,
    value: yield* queueTest(c, device, testNotification, actor, now),
  };
}
