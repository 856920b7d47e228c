import { refusalKey } from "../../core/alerts/refusal.ts";
import { keepDeleted } from "./kept.ts";
import { usesOf } from "./references.ts";
import type { Actor } from "../audit.ts";
import { keepsAnAdmin } from "../people/last-admin.ts";
import { written } from "./written.ts";
import type { Outcome } from "../outcome.ts";
import { runCommand } from "../subject/run-command.ts";
import { unresolvedText } from "../../core/declare/unresolved.ts";
import type { Declared, Instant, ResourceKind } from "../../core/model/model.ts";
import { factsOf } from "../../resource/resources.ts";
import type { Context } from "../../store/kit/context.ts";
import { type Procedure, rows, write } from "../../store/kit/procedure.ts";

/**
 * Deletes a resource and the rows that belong to it; for some days it can be restored, and its records stay. conflict: another resource refers to it, it is an alert group with
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
  }
  if (kind === "users") {
    const refused = yield* keepsAnAdmin(c, stored, "removed");
    if (refused) return refused;
  }
  yield* keepDeleted(c, kind, stored, actor, now);
  if (kind === "alert_groups") {
    yield* c.of.members.remove({ group_id: id });
    yield* write(c.q.forgetDrillPeople, { alert_group_id: id });
    yield* c.of.drills.remove({ alert_group_id: id });
  }
  if (kind === "users") {
    yield* c.of.members.remove({ user_id: id });
    yield* c.of.devices.remove({ user_id: id });
    yield* c.of.drill_people.remove({ user_id: id });
    yield* c.of.device_invitations.remove({ user_id: id });
    yield* c.of.sign_in_links.remove({ user_id: id });
    yield* c.of.passkeys.remove({ user_id: id });
    yield* c.of.sessions.remove({ user_id: id });
  }
  if (factsOf(kind).subject) {
    if (factsOf(kind).isMonitor)
      for (const key of ["", refusalKey])
        yield* runCommand(c, {
          subject_id: id,
          command: { kind: "deleted", by: actor.name },
          key,
          now,
        });
    yield* c.of.subjects.remove({ id });
    yield* c.of.check_results.remove({ subject_id: id });
    yield* c.of.dependencies.remove({ monitor_id: id });
  }
  yield* c.of[kind].remove({ id });
  yield* written(c, "delete", kind, stored, actor, now);
  return { ok: true, value: null };
}
