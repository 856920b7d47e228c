/** Notifies people of changes of their shifts, once for all edits of ten minutes. */
import type { Instant } from "../../core/model/model.ts";
import { changesSince, knownSchedule } from "../../core/shift/changes.ts";
import { changesPush, type ScheduleChange } from "../../core/shift/changes-push.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import { schedulesFrom } from "../../store/records/on-call.ts";
import { writeShiftPushes } from "./write-pushes.ts";

/** Finds the shifts that changed since the people of a schedule were notified last. */
export function* findChanges(c: Context, id: string, now: Instant): Procedure<void> {
  const schedule = yield* c.of.schedules.hold({ id });
  if (!schedule) return yield* c.of.schedule_pushes.remove({ schedule_id: id });
  const stored = yield* c.of.schedule_pushes.hold({ schedule_id: id });
  if (!stored || stored.changed_at === null) return;
  const { org_id, changed_by: by, known } = stored;
  const all = yield* schedulesFrom(c, [id], now);
  const changes = changesSince(known, all, id, now);
  yield* c.of.shift_changes.insertAllNew(
    changes.map((one) => ({ ...one, schedule_id: id, at: now, org_id, by })),
  );
  // Its gaps are judged by then, too: not in the middle of an edit.
  yield* c.of.schedule_pushes.update(
    { schedule_id: id },
    { known: knownSchedule(all, id), changed_at: null, changed_by: [], due_at: now },
  );
}

/** Pushes the changes of a person's shifts in all schedules. */
export function* pushChanges(c: Context, user_id: string, now: Instant): Procedure<void> {
  const rows = yield* c.of.shift_changes.find({ user_id });
  const changes: ScheduleChange[] = [];
  for (const { schedule_id, added, removed, by, at } of rows) {
    const schedule = yield* c.of.schedules.first({ id: schedule_id });
    if (schedule) changes.push({ schedule, added, removed, by, at });
  }
  const [first] = rows;
  if (first && changes.length > 0)
    yield* writeShiftPushes(c, first.org_id, [[user_id, changesPush(user_id, changes, now)]], now);
  for (const { schedule_id, at } of rows)
    yield* c.of.shift_changes.remove({ user_id, schedule_id, at });
}
