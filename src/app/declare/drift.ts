import { Directory, namesIn } from "../../resource/references.ts";
import type { Acting } from "../audit.ts";
import { loadStored } from "./stored.ts";
import { appliedProject } from "./projects.ts";
import { inPart, readInParts, toParts, withCuts, type Parts } from "./parts.ts";
import type { Outcome } from "../outcome.ts";
import {
  type PlannedChange,
  type StoredResource,
  type WantedResource,
  planInSteps,
} from "../../core/declare/plan.ts";
import { revisionInSteps } from "../../core/declare/revision.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import { inPieces } from "../../store/kit/pages.ts";
import { rows, type Procedure } from "../../store/kit/procedure.ts";

/** A difference, with the actor of the last change of the resource; null: not known. */
interface DriftedChange extends PlannedChange {
  changed_by: string | null;
  changed_at: Instant | null;
}

/**
 * Compares the stored resources with a declaration, or with the project's last apply (`wanted` null), and names
 * the actor of each resource's last change. not_found: the project has never applied anything.
 */
export function* drift(
  c: Context,
  { actor, project, wanted }: Acting & { project: string; wanted: Parts<WantedResource> | null },
): Procedure<
  Outcome<{
    revision: number;
    applied_at: Instant | null;
    applied_by: string | null;
    unchanged: number;
    changes: Parts<DriftedChange>;
  }>
> {
  const { org_id } = actor;
  const applied = yield* appliedProject(c, org_id, project);
  if (!wanted && !applied) return { ok: false, why: "not_found" };
  const declared = wanted ? yield* readInParts<WantedResource>(wanted) : (applied?.wanted ?? []);
  const stored = yield* loadStored(c, org_id);
  // A resource that was deleted since the last apply is drift, not a fault of the declaration.
  const known = wanted ? stored : [...stored, ...vanished(declared, stored)];
  const planned = yield* withCuts(
    planInSteps(known, declared, {
      project,
      adopt: true,
      before: wanted ? (applied?.wanted ?? []) : [],
      prune: { max: null, detach: true },
    }),
  );
  if (!planned.ok) return { ok: false, why: "invalid", faults: planned.faults };
  const ids = new Map(
    applied?.wanted.map(({ kind, external_id, id }) => [`${kind}/${external_id}`, id] as const),
  );
  const drifted = planned.changes.filter(({ action }) => action !== "unchanged");
  const changes: string[] = [];
  yield* inPieces(drifted, inPart, function* (part) {
    changes.push(...toParts(yield* withLastChange(c, part, ids)));
  });
  const organization = yield* c.of.organizations.first({ id: org_id });
  const basis = {
    secret: organization?.action_secret ?? "",
    project,
    before: applied?.wanted ?? [],
    changes: [],
  };
  return {
    ok: true,
    value: {
      revision: yield* withCuts(revisionInSteps(stored, declared, basis)),
      applied_at: applied?.applied_at ?? null,
      applied_by: applied?.applied_by ?? null,
      unchanged: planned.changes.length - drifted.length,
      changes,
    },
  };
}

/** Joins the last change of each resource from the audit log; `ids`: of resources that the project applied. */
function* withLastChange(
  c: Context,
  changes: readonly PlannedChange[],
  ids: ReadonlyMap<string, string>,
): Procedure<DriftedChange[]> {
  const idOf = ({ id, kind, external_id }: PlannedChange) =>
    id ?? ids.get(`${kind}/${external_id}`) ?? null;
  const known = changes.map(idOf).filter((id) => id !== null);
  const events = yield* rows(c.q.lastChanges, { ids: JSON.stringify(known) });
  const last = new Map<string | null, (typeof events)[number]>(
    events.map((event) => [event.object_id, event]),
  );
  return changes.map((change) => {
    const event = last.get(idOf(change));
    return { ...change, changed_by: event?.actor ?? null, changed_at: event?.at ?? null };
  });
}

/** Targets of references that no longer exist, as if they did. */
function vanished(
  wanted: readonly WantedResource[],
  stored: readonly StoredResource[],
): StoredResource[] {
  const there = new Directory();
  for (const { kind, external_id, fields } of [...stored, ...wanted])
    there.add(kind, { ...fields, id: "", external_id });
  const gone = new Map<string, StoredResource>();
  for (const { to, targets } of wanted.flatMap(({ kind, fields }) => namesIn(kind, fields)))
    for (const name of targets) {
      if (there.has(to, name) || name.startsWith("id:")) continue;
      const fields = to === "users" ? { email: name } : {};
      gone.set(`${to}/${name}`, {
        kind: to,
        id: `gone:${name}`,
        external_id: name,
        project: "",
        fields,
      });
    }
  return [...gone.values()];
}
