import { type Actor, auditAll, auditApply, type Audited } from "../audit.ts";
import { foldedChanges } from "../../core/audit/short-change.ts";
import { knownTitle } from "../../core/text/person.ts";
import type { Instant } from "../../core/model/model.ts";
import { cut, type Procedure, write } from "../../store/kit/procedure.ts";
import type { Context } from "../../store/queries/context.ts";

/** Records a change of a declared resource: a new revision, and an audit entry. */
export function* written(
  c: Context,
  action: string,
  kind: string,
  object: Audited["object"],
  actor: Actor,
  now: Instant,
): Procedure<void> {
  yield* allWritten(c, [{ action, kind, object }], actor, now);
}

/** Audit entries that are written at once. */
const partSize = 250;

/** Records changes, with cuts: one new revision, and an audit entry for each. `project`: they are an apply of it. */
export function* allWritten(
  c: Context,
  changes: readonly Audited[],
  actor: Actor,
  now: Instant,
  project: string | null = null,
): Procedure<void> {
  if (changes.length > 0) yield* write(c.q.bumpRevision, { id: actor.org_id });
  const apply =
    project === null || changes.length === 0
      ? null
      : yield* auditApply(c, { actor, now }, project, countsOf(changes), folded(changes));
  for (let from = 0; from < changes.length; from += partSize) {
    if (from > 0) yield* cut();
    yield* auditAll(c, changes.slice(from, from + partSize), actor, now, apply);
  }
}

const countsOf = (changes: readonly Audited[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { action } of changes) counts[action] = (counts[action] ?? 0) + 1;
  return counts;
};

const folded = (changes: readonly Audited[]) =>
  foldedChanges(
    changes.map(({ kind, object, changes: of = [] }) => ({
      kind,
      title: knownTitle(object),
      changes: of,
    })),
  );
