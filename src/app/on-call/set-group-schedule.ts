import { followGroups } from "../push/follow-edits.ts";
import type { Acting } from "../audit.ts";
import { written } from "../declare/written.ts";
import type { MaybeMisshapen, Outcome } from "../outcome.ts";
import { rules, tidy } from "../../core/declare/rules.ts";
import { allFaults } from "../../core/declare/sound.ts";
import type { GroupSchedule, MemberRules } from "../../core/model/model.ts";
import type { WhoseTurn } from "../../resource/group-schedule.ts";
import { asTheGroup } from "../../resource/member.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Adds a schedule to a group, or changes the rules that its people have in place of the group's. Only the given fields change. */
export function* set_group_schedule(
  c: Context,
  {
    actor,
    group_id,
    schedule_id,
    turn,
    now,
    ...asked
  }: Acting &
    MaybeMisshapen & {
      group_id: string;
      schedule_id: string;
      turn: WhoseTurn;
      given: Partial<MemberRules>;
    },
): Procedure<Outcome<{ created: boolean; row: GroupSchedule & { title: string } }>> {
  const { org_id } = actor;
  const key = { group_id, schedule_id, turn };
  const group = yield* c.of.alert_groups.first({ id: group_id, org_id });
  const schedule = yield* c.of.schedules.first({ id: schedule_id, org_id });
  if (!group || !schedule) return { ok: false, why: "not_found" };
  const stored = yield* c.of.group_schedules.first(key);
  const before = stored ?? { ...key, org_id, ...asTheGroup, inserted_at: now };
  const row = { ...before, ...tidy(asked.given) };
  const faults = allFaults(asked.misshapen ?? [], rules("group_schedules", row));
  if (faults.length > 0) return { ok: false, why: "invalid", faults };
  const value = { created: !stored, row: { ...row, title: schedule.title } };
  if (stored && JSON.stringify(stored) === JSON.stringify(row)) return { ok: true, value };
  if (stored) yield* c.of.group_schedules.update(key, row);
  else yield* c.of.group_schedules.insert(row);
  yield* written(c, "set_schedule", "alert_groups", group, actor, now);
  c.nudge("coverage");
  // Pushes that were on hold for the old hours may go by the new ones.
  yield* followGroups(c, org_id, [group_id], now);
  return { ok: true, value };
}
