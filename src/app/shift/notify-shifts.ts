/**
 * Writes the pushes about shifts that are due: of handoffs and notices (`notify-handoffs`), of changes (`notify-changes`) and of
 * gaps. Apart from the handoff itself, so that no page waits for them. Each has a key: after a crash the same are written, and
 * none twice.
 */
import type { Instant } from "../../core/model/model.ts";
import { earliest } from "../../core/incident/pause.ts";
import { gatheringTime } from "../../core/shift/changes.ts";
import type { Context } from "../../store/queries/context.ts";
import { cut, first, rows, type Procedure } from "../../store/kit/procedure.ts";
import { findChanges, pushChanges } from "./notify-changes.ts";
import { notifyHandoffs } from "./notify-handoffs.ts";

/** Notifies the people of at most `limit` schedules, and at most as many people of changes. `again`: more is due. */
export function* notify_shifts(
  c: Context,
  { limit, now }: { limit: number; now: Instant },
): Procedure<{ again: boolean; next_at: Instant | null }> {
  const due = yield* rows(c.q.dueShiftPushes, { now, limit });
  for (const { id } of due) {
    yield* notifyHandoffs(c, id, now);
    yield* cut();
  }
  const edited = yield* rows(c.q.editedSchedules, { before: now - gatheringTime, limit });
  for (const { id } of edited) {
    yield* findChanges(c, id, now);
    yield* cut();
  }
  // A person is notified of the changes of all schedules at once.
  const people = edited.length < limit ? yield* rows(c.q.peopleWithChanges, { limit }) : [];
  for (const { user_id } of people) {
    yield* pushChanges(c, user_id, now);
    yield* cut();
  }
  const next = yield* first(c.q.nextShiftPush);
  const change = yield* first(c.q.nextEditedSchedule);
  const changed_at = change?.changed_at ?? null;
  return {
    again: [due, edited, people].some(({ length }) => length >= limit),
    next_at: earliest(next?.due_at, changed_at === null ? null : changed_at + gatheringTime),
  };
}
