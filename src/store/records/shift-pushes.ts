/** Keeps when pushes about shifts are due (`app/shift/notify-shifts` writes them), and finds the incidents that they name. */
import type { Incident, Instant } from "../../core/model/model.ts";
import { gatheringTime } from "../../core/shift/changes.ts";
import type { Context } from "../queries/context.ts";
import { first, rows, write, type Procedure } from "../kit/procedure.ts";

/** Notes that schedules were edited, or have an override: their people are notified of the changes together. */
export function* noteEdits(
  c: Context,
  { org_id, name }: { org_id: string; name: string },
  ids: readonly string[],
  now: Instant,
): Procedure<void> {
  const own = name === "" ? [] : [name];
  const stored = yield* rows(c.q.shiftPushesAmong, { ids: JSON.stringify(ids) });
  // Those of one apply have the same authors: one statement.
  const authors = Map.groupBy(stored, (one) =>
    JSON.stringify([...new Set([...one.changed_by, ...own])]),
  );
  for (const [changed_by, all] of authors) {
    const among = JSON.stringify(all.map(({ schedule_id }) => schedule_id));
    yield* write(c.q.noteEdits, { ids: among, changed_by, now });
  }
  const known = new Set(stored.map(({ schedule_id }) => schedule_id));
  const fresh = [...new Set(ids)].filter((id) => !known.has(id));
  const first = { due_at: now, changed_at: now, changed_by: own, known: null, gaps: [] };
  yield* c.of.schedule_pushes.insertAllNew(
    fresh.map((schedule_id) => ({ schedule_id, org_id, ...first })),
  );
  c.nudge("shifts", now + gatheringTime);
}

/** Makes the pushes of schedules due. */
export function* hurryShiftPushes(
  c: Context,
  ids: readonly string[],
  now: Instant,
): Procedure<void> {
  yield* write(c.q.hurryShiftPushes, { ids: JSON.stringify(ids), now });
  c.nudge("shifts", now);
}

/** Incidents of one shift at most. */
const mostIncidents = 50;

/** The incidents that a person comes to by a shift; `isLeft`: the person with its acknowledgement has left its group. */
export function* incidentsOfShift(
  c: Context,
  shift: { schedule_id: string; user_id: string },
): Procedure<{ incident: Incident; isLeft: boolean }[]> {
  const incidents = yield* rows(c.q.incidentsOfShift, { ...shift, limit: mostIncidents });
  const shown: { incident: Incident; isLeft: boolean }[] = [];
  for (const incident of incidents) {
    const { acknowledged_user_id: user_id, alert_group_id: group_id } = incident;
    const isTaken = incident.status === "acknowledged" && user_id !== null;
    const place = isTaken ? yield* first(c.q.placeOf, { group_id, user_id }) : null;
    shown.push({ incident, isLeft: place === undefined });
  }
  return shown;
}
