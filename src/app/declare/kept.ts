/** The rows of a deleted resource that are kept for some days, so that it can be restored. */
import type { Actor } from "../audit.ts";
import { listRowsOf, rowsOf } from "./lists.ts";
import { titleOf } from "../../core/text/person.ts";
import type { Declared, DeletedRows, Instant, ResourceKind } from "../../core/model/model.ts";
import type { Fields } from "../../resource/references.ts";
import type { Context } from "../../store/queries/context.ts";
import { factsOf } from "../../resource/resources.ts";
import { cut, type Procedure, rows } from "../../store/kit/procedure.ts";

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

/** Records deleted between two cuts. */
const partSize = 200;

/**
 * Deletes the records of a subject that can no longer be restored. When monitord is killed in between, the rest
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
  ])
    for (let deleted = partSize; deleted === partSize;) {
      yield* cut();
      deleted = (yield* rows(statement, { subject_id, limit: partSize })).length;
    }
}
