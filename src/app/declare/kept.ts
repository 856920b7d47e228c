/** The rows of a deleted resource that are kept for some days, so that it can be restored, and how they come back. */
import { and, asc, eq } from "drizzle-orm";
import type { Actor } from "../audit.ts";
import type { Command } from "../../core/command/command.ts";
import { runCommand } from "../subject/run-command.ts";
import { comeBack } from "./leave-schedules.ts";
import { rotate } from "./rotate.ts";
import { createSubject, link } from "./running-state.ts";
import type { DeclaredChange } from "./declaration.ts";
import { listRowsOf, restoreListRows, rowsOf } from "./lists.ts";
import { titleOf } from "../../core/text/person.ts";
import type { Declared, DeletedRows, Instant, ResourceKind } from "../../core/model/model.ts";
import type { Fields } from "../../resource/references.ts";
import type { Context } from "../../store/queries/context.ts";
import { factsOf } from "../../resource/resources.ts";
import { cut, first, type Procedure, rows } from "../../store/kit/procedure.ts";

type Row = Declared & Record<string, unknown>;

/** Rows of a kind that come back with it, beside its lists: the column with its id, by their table. */
const own: Partial<Record<ResourceKind, Readonly<Record<string, string>>>> = {
  users: { devices: "user_id" },
  schedules: { schedule_versions: "schedule_id", overrides: "schedule_id" },
};

function* ownRowsOf(c: Context, kind: ResourceKind, id: string): Procedure<DeletedRows["own"]> {
  const all: Record<string, Fields[]> = {};
  for (const [table, column] of Object.entries(own[kind] ?? {}))
    all[table] = yield* rowsOf(c, table).find({ [column]: id });
  return all;
}

/** Keeps a resource and the rows that are deleted with it. Called before the deletion. */
export function* keepDeleted(
  c: Context,
  kind: ResourceKind,
  resource: Row,
  actor: Actor,
  now: Instant,
): Procedure<void> {
  const { id, org_id, external_id, project } = resource;
  const subject = factsOf(kind).subject ? yield* c.of.subjects.first({ id }) : undefined;
  yield* c.of.deleted_resources.insert({
    id,
    org_id,
    kind,
    external_id,
    title: titleOf(resource),
    project,
    deleted_at: now,
    deleted_by: actor.name,
    rows: {
      resource,
      lists: yield* listRowsOf(c, kind, id),
      own: yield* ownRowsOf(c, kind, id),
      pause: subject?.paused_at == null ? null : { until: subject.paused_until },
    },
  });
}

/**
 * The changes of a project, those that create a resource of a name that the project deleted some days ago with its id: it
 * comes back then. The last deletion of a name counts.
 */
export function* withDeleted(
  c: Context,
  changes: DeclaredChange[],
  org_id: string,
  project: string,
): Procedure<DeclaredChange[]> {
  if (!changes.some(({ action }) => action === "create")) return changes;
  const { id, kind, external_id, deleted_at, ...of } = c.t.deleted_resources;
  const deleted = yield* rows(
    c.db
      .select({ id, kind, external_id, deleted_at })
      .from(c.t.deleted_resources)
      .where(and(eq(of.org_id, org_id), eq(of.project, project)))
      .orderBy(asc(deleted_at)),
  );
  const byName = new Map(deleted.map((one) => [`${one.kind}/${one.external_id}`, one]));
  return changes.map((change) => {
    const kept = change.action === "create" && byName.get(`${change.kind}/${change.external_id}`);
    return kept ? { ...change, id: kept.id, deleted_at: kept.deleted_at } : change;
  });
}

/** An age at which an arrival is in no window, ms: nine days. */
const beyondWindows = 9 * 86_400_000;

/**
 * Writes the rows that were deleted with a resource, and forgets that it was deleted. A restore and an apply that declares it
 * again both do, once they have stored its own row, `restored`.
 */
export function* revive(
  c: Context,
  kind: ResourceKind,
  kept: DeletedRows,
  restored: Declared & Fields,
  actor: Actor,
  now: Instant,
): Procedure<void> {
  const { resource, lists, own } = kept;
  const source = factsOf(kind).subject;
  if (source) {
    yield* createSubject(c, source, restored, now);
    yield* leaveWindows(c, restored.id, now);
    yield* link(c, restored);
  }
  for (const [table, all] of Object.entries(own)) yield* rowsOf(c, table).insertAll(all);
  if (kind === "schedules") yield* rotate(c, resource, restored, now);
  if (kind === "users") yield* comeBack(c, restored, actor, now);
  yield* restoreListRows(c, lists);
  yield* c.of.deleted_resources.remove({ id: restored.id });
}

/** Lets a revived monitor or group run as before: paused, if it was. */
export function* runRevived(
  c: Context,
  { resource: { id }, pause }: DeletedRows,
  by: string,
  now: Instant,
): Procedure<void> {
  const run = (command: Command) => runCommand(c, id, command, now);
  yield* run({ kind: "configured" });
  if (pause) yield* run({ kind: "paused", by, until: pause.until });
}

/** Reports of before the deletion are shown and count no more: they move out of every window. */
function* leaveWindows(c: Context, subject_id: string, now: Instant): Procedure<void> {
  const last = (yield* first(c.q.lastArrival, { subject_id }))?.at ?? null;
  if (last === null) return;
  yield* c.of.subjects.update({ id: subject_id }, { arrivals_shift: now - last - beyondWindows });
}

/** Records deleted between two cuts. */
const partSize = 200;

/**
 * Deletes the records of a subject, or of a status page, that can no longer be restored. When monitord is killed in between, the rest
 * is deleted by its age, as all records are.
 */
export function* deleteRecords(c: Context, subject_id: string): Procedure<void> {
  for (const statement of [
    c.q.deleteArrivals,
    c.q.deleteReports,
    c.q.deleteHistory,
    c.q.deleteRuns,
    c.q.deleteMeasures,
    c.q.deleteErrorMinutes,
    c.q.deleteSubCheckChanges,
    c.q.deletePauses,
    c.q.deleteMarks,
    c.q.deleteSubscribers,
    c.q.deleteNotices,
    c.q.deleteNoticeCounter,
  ])
    for (let deleted = partSize; deleted === partSize;) {
      yield* cut();
      deleted = (yield* rows(statement, { subject_id, limit: partSize })).length;
    }
}
