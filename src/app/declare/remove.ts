import { usesOf } from "./references.ts";
import type { Actor } from "../audit.ts";
import { keepsAnAdmin } from "../people/last-admin.ts";
import { written } from "./written.ts";
import type { Outcome } from "../outcome.ts";
import { runCommand } from "../subject/run-command.ts";
import { unresolvedText } from "../../core/declare/unresolved.ts";
import type { Declared, Instant, ResourceKind } from "../../core/model/model.ts";
import { sourceKinds } from "../../core/model/source-kinds.ts";
import type { Context } from "../../store/kit/context.ts";
import { cut, type Procedure, rows } from "../../store/kit/procedure.ts";

/**
 * Deletes a resource and all rows that belong to it. conflict: another resource refers to it, it is an alert group with
 * unresolved incidents, or the last admin.
 */
export function* remove(
  c: Context,
  {
    actor,
    kind,
    id,
    if_version,
    now,
  }: {
    actor: Actor;
    kind: ResourceKind;
    id: string;
    if_version: number | null;
    now: Instant;
  },
): Procedure<Outcome<null>> {
  const { org_id } = actor;
  const stored = (yield* c.of[kind].first({ id, org_id })) as
    (Declared & Record<string, unknown>) | undefined;
  if (!stored) return { ok: false, why: "not_found" };
  if (if_version !== null && stored.version !== if_version)
    return { ok: false, why: "stale", version: stored.version };

  const uses = yield* usesOf(c, kind, stored);
  if (uses !== null) return { ok: false, why: "conflict", message: uses };
  if (kind === "alert_groups") {
    // Locked, so that no alert opens an incident in between.
    yield* c.of.subjects.hold({ id });
    const unresolved = yield* rows(c.q.unresolvedOfGroup, { alert_group_id: id });
    if (unresolved.length > 0) {
      const numbers = unresolved.map(({ number }) => number);
      const message = `This alert group cannot be deleted: ${unresolvedText(numbers)}.`;
      return { ok: false, why: "conflict", message };
    }
    yield* c.of.members.remove({ group_id: id });
    for (const drill of yield* c.of.drills.find({ alert_group_id: id }))
      yield* c.of.drill_people.remove({ drill_id: drill.id });
    yield* c.of.drills.remove({ alert_group_id: id });
  }
  if (kind === "users") {
    const refused = yield* keepsAnAdmin(c, stored, "removed");
    if (refused) return refused;
    yield* c.of.members.remove({ user_id: id });
    yield* c.of.devices.remove({ user_id: id });
    yield* c.of.drill_people.remove({ user_id: id });
    yield* c.of.device_invitations.remove({ user_id: id });
    yield* c.of.sign_in_links.remove({ user_id: id });
    yield* c.of.sessions.remove({ user_id: id });
  }
  if (sourceKinds[kind]) {
    if (kind !== "alert_groups")
      yield* runCommand(c, {
        subject_id: id,
        command: { kind: "deleted", by: actor.name },
        now,
      });
    yield* c.of.subjects.remove({ id });
    yield* c.of.check_results.remove({ subject_id: id });
    yield* c.of.dependencies.remove({ monitor_id: id });
  }
  yield* c.of[kind].remove({ id });
  yield* written(c, "delete", kind, stored, actor, now);
  if (sourceKinds[kind]) yield* forget(c, id);
  return { ok: true, value: null };
}

/** Rows deleted between two cuts. */
const partSize = 200;

/**
 * Deletes the records of a subject that is deleted. When monitord is killed in between, the rest is deleted by
 * its age, as all records are.
 */
function* forget(c: Context, subject_id: string): Procedure<void> {
  for (const statement of [
    c.q.forgetArrivals,
    c.q.forgetReports,
    c.q.forgetHistory,
    c.q.forgetRuns,
    c.q.forgetMeasures,
    c.q.forgetErrorMinutes,
    c.q.forgetSubCheckChanges,
    c.q.forgetPauses,
    c.q.forgetMarks,
  ])
    for (let deleted = partSize; deleted === partSize;) {
      yield* cut();
      deleted = (yield* rows(statement, { subject_id, limit: partSize })).length;
    }
}
