import type { Instant } from "../../core/model/model.ts";
import { deletedPush, type AboutSchedule } from "../../core/shift/shift-push.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import { writeShiftPushes } from "./write-pushes.ts";

/** Notifies people on call in a schedule, and those with a notice, that it is deleted. */
export function* endShifts(
  c: Context,
  schedule: AboutSchedule & { org_id: string },
  now: Instant,
): Procedure<void> {
  const known = yield* c.of.known_shifts.find({ schedule_id: schedule.id });
  const pushes = known.map((one) => [one.user_id, deletedPush(schedule, one, now)] as const);
  if (pushes.length > 0) yield* writeShiftPushes(c, schedule.org_id, pushes, now);
}
