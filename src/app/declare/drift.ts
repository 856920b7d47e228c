import { Directory, namesIn } from "../../resource/references.ts";
import type { Actor } from "../audit.ts";
import { loadStored } from "./stored.ts";
import type { Outcome } from "../outcome.ts";
import {
  type PlannedChange,
  type StoredResource,
  type WantedResource,
  plan,
} from "../../core/declare/plan.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/kit/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/**
 * Compares what is stored with a declaration, or with the project's last apply (`wanted` null), and tells who
 * changed each resource last. not_found: the project has never applied anything.
 */
export function* drift(
  c: Context,
  {
    actor,
    project,
    wanted,
  }: {
    actor: Actor;
    project: string;
    wanted: WantedResource[] | null;
    now: Instant;
  },
): Procedure<
  Outcome<{
    revision: number;
    applied_at: Instant | null;
    applied_by: string | null;
    unchanged: number;
    changes: (PlannedChange & {
      changed_by: string | null;
      changed_at: Instant | null;
    })[];
  }>
> {
  const { org_id } = actor;
  const applied = yield* c.of.projects.first({ org_id, name: project });
  if (!wanted && !applied) return { ok: false, why: "not_found" };
  const declared = wanted ?? applied?.wanted ?? [];
  const stored = yield* loadStored(c, org_id);
  // What is gone since the last apply is drift, not a mistake of those who applied.
  const known = wanted ? stored : [...stored, ...vanished(declared, stored)];
  const planned = plan(known, declared, {
    project,
    adopt: true,
    prune: { max: null, detach: true },
  });
  if (!planned.ok) return { ok: false, why: "invalid", faults: planned.faults };
  const ids = new Map(
    applied?.wanted.map(({ kind, external_id, id }) => [`${kind}/${external_id}`, id] as const),
  );
  const changes = [];
  for (const change of planned.changes) {
    if (change.action === "unchanged") continue;
    const { kind, external_id } = change;
    const id = change.id ?? ids.get(`${kind}/${external_id}`) ?? null;
    changes.push({ ...change, ...(yield* changedBy(c, id)) });
  }
  const organization = yield* c.of.organizations.first({ id: org_id });
  return {
    ok: true,
    value: {
      revision: organization?.revision ?? 0,
      applied_at: applied?.applied_at ?? null,
      applied_by: applied?.applied_by ?? null,
      unchanged: planned.changes.length - changes.length,
      changes,
    },
  };
}

/** The last one in the audit log who changed the resource. */
function* changedBy(
  c: Context,
  id: PlannedChange["id"],
): Procedure<{ changed_by: string | null; changed_at: number | null }> {
  const events = id === null ? [] : yield* c.of.audit_events.find({ object_id: id });
  const last = events.toSorted((a, b) => a.at - b.at).at(-1);
  return { changed_by: last?.actor ?? null, changed_at: last?.at ?? null };
}

/** What a declaration refers to and is gone, as if it were there. */
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
