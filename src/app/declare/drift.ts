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

/** Groups, monitors and users that a declaration refers to and that are gone, as if they were there. */
function vanished(
  wanted: readonly WantedResource[],
  stored: readonly StoredResource[],
): StoredResource[] {
  const one = (kind: StoredResource["kind"], name: string, fields: StoredResource["fields"]) => ({
    kind,
    id: `gone:${name}`,
    external_id: name,
    project: "",
    fields,
  });
  const present = new Set(
    [...stored, ...wanted].flatMap(({ kind, external_id, fields }) => [
      `${kind}/${external_id}`,
      `users/${String(fields["email"]).toLowerCase()}`,
    ]),
  );
  const groups = wanted.flatMap(({ fields }) => [fields["alert_group"], fields["escalate_to"]]);
  const monitors = wanted.flatMap(({ fields }) => (fields["depends_on"] ?? []) as string[]);
  const members = wanted.flatMap(({ fields }) => (fields["members"] ?? []) as string[]);
  const missing = (kind: StoredResource["kind"], names: unknown[]) =>
    [...new Set(names.filter((name) => typeof name === "string"))]
      .filter((name) => kind === "users" || !name.startsWith("id:"))
      .filter((name) => !present.has(`${kind}/${name}`));
  return [
    ...missing("alert_groups", groups).map((name) => one("alert_groups", name, { members: [] })),
    ...missing("health_check_monitors", monitors).map((name) =>
      one("health_check_monitors", name, {}),
    ),
    ...missing("users", members).map((email) => one("users", email, { email })),
  ];
}
