/** Statements about pushes of shifts: when they are due, the shifts that people know, and the incidents that a person comes to. */
import { and, asc, desc, eq, inArray, isNotNull, isNull, lte, min, or, sql } from "drizzle-orm";
import type { Instant } from "../../core/model/model.ts";
import type { Database, Kit } from "../kit/kit.ts";
import type { Tables } from "../kit/tables.ts";
import { taking, type Placeholders } from "../kit/taking.ts";

export function shiftQueries(kit: Kit, db: Database, t: Tables) {
  const { schedule_pushes: pushes, known_shifts, shift_changes, incidents, on_call } = t;
  const { group_schedules, escalated_groups, schedules } = t;
  /** The groups that notify a person as on call: in a schedule, or in one that may fall back to it. */
  const groups = (p: Placeholders<{ schedule_id: string; user_id: string }>) =>
    db
      .select({ id: group_schedules.group_id })
      .from(on_call)
      .innerJoin(group_schedules, eq(group_schedules.schedule_id, on_call.schedule_id))
      .innerJoin(schedules, eq(schedules.id, on_call.schedule_id))
      .where(
        and(
          eq(on_call.user_id, p("user_id")),
          eq(on_call.turn, "now"),
          eq(group_schedules.turn, "now"),
          or(eq(schedules.id, p("schedule_id")), isNotNull(schedules.otherwise)),
        ),
      );
  return {
    dueShiftPushes: taking((p: Placeholders<{ now: Instant; limit: number }>) =>
      db
        .select({ id: pushes.schedule_id })
        .from(pushes)
        .where(and(isNotNull(pushes.due_at), lte(pushes.due_at, p("now"))))
        .orderBy(asc(pushes.due_at), asc(pushes.schedule_id))
        .limit(p("limit")),
    ),
    /** The edited schedules of the organizations of which one was edited before an instant. */
    editedSchedules: taking((p: Placeholders<{ before: Instant; limit: number }>) =>
      db
        .select({ id: pushes.schedule_id })
        .from(pushes)
        .where(
          and(
            isNotNull(pushes.changed_at),
            inArray(
              pushes.org_id,
              db
                .select({ id: pushes.org_id })
                .from(pushes)
                .where(and(isNotNull(pushes.changed_at), lte(pushes.changed_at, p("before")))),
            ),
          ),
        )
        .orderBy(asc(pushes.schedule_id))
        .limit(p("limit")),
    ),
    nextShiftPush: db
      .select({ due_at: min(pushes.due_at) })
      .from(pushes)
      .where(isNotNull(pushes.due_at)),
    nextEditedSchedule: db
      .select({ changed_at: min(pushes.changed_at) })
      .from(pushes)
      .where(isNotNull(pushes.changed_at)),
    shiftPushesAmong: taking((p: Placeholders<{ ids: string }>) =>
      db
        .select({ schedule_id: pushes.schedule_id, changed_by: pushes.changed_by })
        .from(pushes)
        .where(kit.isIn(pushes.schedule_id, p("ids"))),
    ),
    /** Schedules were edited; of several edits the first counts. `changed_by`: JSON. */
    noteEdits: taking((p: Placeholders<{ ids: string; changed_by: string; now: Instant }>) =>
      db
        .update(pushes)
        .set({
          changed_at: sql`coalesce(${pushes.changed_at}, cast(${p("now")} as bigint))`,
          changed_by: sql`${p("changed_by")}`,
        })
        .where(kit.isIn(pushes.schedule_id, p("ids"))),
    ),
    /** Makes the pushes of schedules due. */
    hurryShiftPushes: taking((p: Placeholders<{ ids: string; now: Instant }>) =>
      db
        .update(pushes)
        .set({ due_at: sql`${p("now")}` })
        .where(kit.isIn(pushes.schedule_id, p("ids"))),
    ),
    /** People with changes that were not pushed. */
    peopleWithChanges: taking((p: Placeholders<{ limit: number }>) =>
      db
        .selectDistinct({ user_id: shift_changes.user_id })
        .from(shift_changes)
        .orderBy(asc(shift_changes.user_id))
        .limit(p("limit")),
    ),
    /** A person answers for all shifts that they were notified of; answers those without an earlier answer. */
    confirmShifts: taking((p: Placeholders<{ user_id: string; now: Instant }>) =>
      db
        .update(known_shifts)
        .set({ confirmed_at: sql`${p("now")}` })
        .where(and(eq(known_shifts.user_id, p("user_id")), isNull(known_shifts.confirmed_at)))
        .returning({ schedule_id: known_shifts.schedule_id }),
    ),
    /** The unresolved incidents that page a person as on call: the unacknowledged ones first. */
    incidentsOfShift: taking(
      (p: Placeholders<{ schedule_id: string; user_id: string; limit: number }>) =>
        db
          .select()
          .from(incidents)
          .where(
            and(
              isNull(incidents.resolved_at),
              or(
                inArray(incidents.alert_group_id, groups(p)),
                inArray(
                  incidents.id,
                  db
                    .select({ id: escalated_groups.incident_id })
                    .from(escalated_groups)
                    .where(inArray(escalated_groups.group_id, groups(p))),
                ),
              ),
            ),
          )
          .orderBy(desc(incidents.status), asc(incidents.number))
          .limit(p("limit")),
    ),
  };
}
