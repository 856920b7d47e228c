import { type Acting, audit } from "../audit.ts";
import { conflict, type Outcome } from "../outcome.ts";
import { runCommand } from "../subject/run-command.ts";
import type { DrillFound } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import { type Procedure, rows } from "../../store/kit/procedure.ts";
import { audiencesOf } from "../../store/records/audience.ts";
import { lastDrill } from "../../store/records/drills.ts";

/**
 * Starts a drill of a group: asks every member whether they can be reached. conflict: a drill is under way, or
 * the group has no members.
 */
export function* start_drill(
  c: Context,
  { actor, group_id, now }: Acting & { group_id: string },
): Procedure<Outcome<DrillFound>> {
  const { org_id } = actor;
  const group = yield* c.of.alert_groups.first({ id: group_id, org_id });
  if (!group) return { ok: false, why: "not_found" };
  // Locked, so that of two concurrent starts the second sees the first.
  yield* c.of.subjects.hold({ id: group_id });
  const underWay = yield* rows(c.q.drillsUnderWay, {
    alert_group_id: group_id,
  });
  if (underWay.length > 0)
    return conflict(
      `A drill of "${group.title}" is under way: its members have until ${new Date(underWay[0]!.ends_at).toISOString().slice(0, 16)}Z to answer.`,
    );
  if ((yield* audiencesOf(c, [group_id])).length === 0)
    return conflict(`"${group.title}" has no members to send a drill to.`);
  yield* runCommand(c, group_id, { kind: "drill_started", by: actor.name }, now);
  yield* audit(c, { actor, now }, "drill", "alert_groups", group);
  return { ok: true, value: (yield* lastDrill(c, org_id, group_id))! };
}
