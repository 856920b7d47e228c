import { storedAt } from "./assign.ts";
import { endKeys } from "./end-access.ts";
import { keepDeleted } from "./kept.ts";
import { removeListRows } from "./lists.ts";
import { listsWithout, usesOf } from "./references.ts";
import { endShifts } from "../shift/end-shifts.ts";
import { leaveSchedules } from "./leave-schedules.ts";
import { rotate } from "./rotate.ts";
import type { Acting, Actor } from "../audit.ts";
import { keepsAnAdmin } from "./last-admin.ts";
import { allWritten, written } from "./written.ts";
import { conflict, type Outcome } from "../outcome.ts";
import { runCommand } from "../subject/run-command.ts";
import { unresolvedText } from "../../core/declare/unresolved.ts";
import type { Declared, Instant, ResourceKind } from "../../core/model/model.ts";
import { type Procedure, rows, together, write } from "../../store/kit/procedure.ts";
import type { Context } from "../../store/queries/context.ts";
import { factsOf } from "../../resource/resources.ts";

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
  }: Acting & { kind: ResourceKind; id: string; if_version: readonly number[] | null },
): Procedure<Outcome<null>> {
  const { org_id } = actor;
  const stored = yield* storedAt(c, kind, id, org_id);
  if (!stored) return { ok: false, why: "not_found" };
  if (if_version?.includes(stored.version) === false)
    return { ok: false, why: "stale", version: stored.version };

  const uses = yield* usesOf(c, kind, stored);
  if (uses !== null) return conflict(uses);
  const removed = yield* removeRows(c, kind, [stored], actor, now);
  if (!removed.ok) return removed;
  yield* written(c, "delete", kind, stored, actor, now);
  return { ok: true, value: null };
}

/** The rows that belong to a user. */
const ofUser = [
  "devices",
  "drill_people",
  "device_invitations",
  "sign_in_links",
  "passkeys",
  "identities",
  "sessions",
  "monthly_reports",
] as const;

/** The rows that belong to a schedule. */
const ofSchedule = [
  "schedule_versions",
  "overrides",
  "on_call",
  "known_shifts",
  "schedule_pushes",
  "shift_changes",
] as const;

/** Deletes resources of one kind without references to them, with the rows that belong to them; the caller records it. */
export function* removeRows(
  c: Context,
  kind: ResourceKind,
  all: readonly (Declared & Record<string, unknown>)[],
  actor: Actor,
  now: Instant,
): Procedure<Outcome<null>> {
  const isSource = factsOf(kind).subject !== undefined;
  // Locked, so that no alert opens an incident in between.
  if (isSource) yield* together(all.map(({ id }) => c.of.subjects.hold({ id })));
  const refused =
    kind === "alert_groups"
      ? (yield* together(all.map(({ id }) => unresolvedIn(c, id)))).find((one) => one !== null)
      : kind === "users"
        ? yield* keepsAnAdmin(c, all, "removed")
        : null;
  if (refused) return refused;
  const shortened = yield* listsWithout(c, kind, all);
  if (typeof shortened === "string") return conflict(shortened);
  yield* together(all.map((one) => keepDeleted(c, kind, one, actor, now)));
  if (factsOf(kind).isMonitor) {
    const source_ids = JSON.stringify(all.map(({ id }) => id));
    for (const { source_id, key } of yield* rows(c.q.unresolvedOfAny, { source_ids }))
      yield* runCommand(c, source_id, { kind: "deleted", by: actor.name }, now, key);
  }
  for (const { kind: of, before, after } of shortened) {
    const updated = { ...after, version: before.version + 1, updated_at: now };
    yield* c.of[of].update({ id: after.id }, updated);
    if (of === "schedules") yield* rotate(c, before, updated, now);
  }
  yield* together(
    all.map(function* ({ id }) {
      yield* removeListRows(c, kind, id);
      if (kind === "alert_groups") {
        yield* write(c.q.deleteDrillPeople, { alert_group_id: id });
        yield* c.of.drills.remove({ alert_group_id: id });
      }
      if (kind === "users") {
        for (const table of ofUser) yield* c.of[table].remove({ user_id: id });
        yield* endKeys(c, id, now);
      }
      if (kind === "schedules") {
        const schedule = yield* c.of.schedules.first({ id });
        if (schedule) yield* endShifts(c, schedule, now);
        for (const table of ofSchedule) yield* c.of[table].remove({ schedule_id: id });
      }
      if (isSource) {
        yield* c.of.subjects.remove({ id });
        yield* c.of.check_results.remove({ subject_id: id });
        yield* c.of.dependencies.remove({ monitor_id: id });
      }
      yield* c.of[kind].remove({ id });
    }),
  );
  if (kind === "users") {
    const ids = shortened.map(({ after }) => after.id);
    yield* leaveSchedules(c, actor, all, ids, now);
  }
  yield* allWritten(
    c,
    shortened.map(({ kind: of, after }) => ({ action: "update", kind: of, object: after })),
    actor,
    now,
  );
  return { ok: true, value: null };
}

/** The refusal to delete a group with unresolved incidents; null: it has none. */
function* unresolvedIn(
  c: Context,
  alert_group_id: string,
): Procedure<Extract<Outcome<never>, { why: "conflict" }> | null> {
  const unresolved = yield* rows(c.q.unresolvedOfGroup, { alert_group_id });
  if (unresolved.length === 0) return null;
  const numbers = unresolved.map(({ number }) => number);
  const message = `This alert group cannot be deleted: ${unresolvedText(numbers)}.`;
  return conflict(message);
}
