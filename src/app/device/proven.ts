import type { Device, Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import { type Procedure, write } from "../../store/kit/procedure.ts";
import { wakeGroupsOf } from "../push/follow-edits.ts";
import { EventWriter } from "../../store/records/events.ts";

/** Records an answer from the device: its owner can be reached there. */
export function* proven(c: Context, device: Device, now: Instant): Procedure<void> {
  const { id, org_id, user_id, broken_at } = device;
  yield* c.of.devices.update({ id }, { verified_at: now, broken_at: null, broken_reason: null });
  c.nudge("coverage");
  if (broken_at !== null) yield* wakeGroupsOf(c, device, now);
  yield* c.of.device_invitations.update({ device_id: id }, { verified_at: now });
  yield* write(c.q.answerDrills, { user_id, device_id: id, now });
  const news = new EventWriter();
  news.resource(org_id, "devices", id, "verify");
  yield* news.write(c, now);
}
