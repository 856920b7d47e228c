/**
 * Notifies people that come on call without a handoff of turns, because hours begin or end, of incidents that a person which
 * left has acknowledged. Other incidents page them anyway, and without any the evening of each day needs no push.
 */
import type { Instant, Stay } from "../../core/model/model.ts";
import { beganPush, type AboutSchedule } from "../../core/shift/shift-push.ts";
import type { Context } from "../../store/queries/context.ts";
import { inPieces } from "../../store/kit/pages.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import { incidentsOfShift } from "../../store/records/shift-pushes.ts";
import { writeShiftPushes } from "./write-pushes.ts";

/** People between two cuts. */
const partSize = 20;

/** `stays`: of the people on call now. Each is notified once of a stay, by the key of the push. */
export function* notifyLeftIncidents(
  c: Context,
  schedule: AboutSchedule & { org_id: string },
  stays: readonly Stay[],
  now: Instant,
): Procedure<void> {
  const nobody = { before: [], beside: [], after: [] };
  yield* inPieces(stays, partSize, function* (part) {
    for (const { schedule_id, user_id, since, until } of part) {
      const incidents = yield* incidentsOfShift(c, { schedule_id, user_id });
      const wasLeft = incidents.some(
        ({ incident, isLeft }) => isLeft && (incident.acknowledged_at ?? now) < since,
      );
      if (!wasLeft) continue;
      const open = incidents.map(({ incident }) => incident);
      const push = beganPush(schedule, { user_id, from: since, until }, nobody, open, now);
      yield* writeShiftPushes(c, schedule.org_id, [[user_id, push]], now);
    }
  });
}
