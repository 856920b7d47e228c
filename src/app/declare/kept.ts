/** The rows of a deleted resource that are kept for some days, so that it can be restored. */
import type { Actor } from "../audit.ts";
import { titleOf } from "../../core/text/person.ts";
import type { Declared, Instant, ResourceKind } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import { factsOf } from "../../resource/resources.ts";
import { cut, type Procedure, rows } from "../../store/kit/procedure.ts";

type Row = Declared & Record<string, unknown>;

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
  const isGroup = kind === "alert_groups";
  const isUser = kind === "users";
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
      members:
        isGroup || isUser
          ? yield* c.of.members.find(isGroup ? { group_id: id } : { user_id: id })
          : [],
      devices: isUser ? yield* c.of.devices.find({ user_id: id }) : [],
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
