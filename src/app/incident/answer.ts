import type { ButtonPress, Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import { EventWriter } from "../../store/records/events.ts";

/** Records that a person pressed a button under a push about an incident. The first press of each button counts. */
export function* answer(
  c: Context,
  {
    incident_id,
    device_id,
    verb,
    now,
  }: {
    incident_id: string;
    device_id: string;
    verb: ButtonPress["verb"];
    now: Instant;
  },
): Procedure<null> {
  const device = yield* c.of.devices.first({ id: device_id });
  if (!device) return null;
  const { org_id, user_id } = device;
  yield* c.of.answers.insertNew({
    incident_id,
    device_id,
    verb,
    org_id,
    user_id,
    at: now,
  });
  const news = new EventWriter();
  news.incident({ id: incident_id, org_id }, "timeline");
  yield* news.write(c, now);
  return null;
}
