import type { ButtonPress, Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import { EventWriter } from "../../store/records/events.ts";

/** Records that a person pressed a button under a push about an incident. The first press of each button counts. */
export function* answer(
  c: Context,
  { now, ...press }: Pick<ButtonPress, "incident_id" | "device_id" | "verb"> & { now: Instant },
): Procedure<null> {
  const device = yield* c.of.devices.first({ id: press.device_id });
  if (!device) return null;
  const { org_id, user_id } = device;
  yield* c.of.answers.insertNew({ ...press, org_id, user_id, at: now });
  const news = new EventWriter();
  news.incident({ id: press.incident_id, org_id }, "timeline");
  yield* news.write(c, now);
  return null;
}
