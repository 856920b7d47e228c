/** A drill that somebody starts by hand. */
import type { DrillFound, Outcome, Verbs } from "../../app/ports.ts";
import type { Context } from "../kit/context.ts";
import { lastDrill } from "../records/drills.ts";
import { rows, type Procedure } from "../kit/procedure.ts";
import { audit } from "./audit.ts";
import { command } from "./subject.ts";

export function* start_drill(
  c: Context,
  { actor, group_id, now }: Parameters<Verbs["start_drill"]>[0],
): Procedure<Outcome<DrillFound>> {
  const { org_id } = actor;
  const group = yield* c.of.alert_groups.first({ id: group_id, org_id });
  if (!group) return { ok: false, why: "not_found" };
  // Held, so that of two who start one at the same time the second sees the first.
  yield* c.of.subjects.hold({ id: group_id });
  const underWay = yield* rows(c.q.drillsUnderWay, {
    alert_group_id: group_id,
  });
  if (underWay.length > 0)
    return {
      ok: false,
      why: "conflict",
      message: `A drill of "${group.title}" is under way: its members have until ${new Date(underWay[0]!.ends_at).toISOString().slice(0, 16)}Z to answer.`,
    };
  const members = yield* rows(c.q.membersOf, { group_id });
  if (members.length === 0)
    return {
      ok: false,
      why: "conflict",
      message: `"${group.title}" has no members: there is nobody to ask.`,
    };
  yield* command(c, {
    subject_id: group_id,
    command: { kind: "drill_started", by: actor.name },
    now,
  });
  yield* audit(c, {
    action: "drill",
    kind: "alert_groups",
    object: { ...group },
    actor,
    now,
  });
  return { ok: true, value: (yield* lastDrill(c, org_id, group_id))! };
}
