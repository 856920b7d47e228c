/** Reads the stored resources in the terms of a plan. */
import { and, eq, getTableColumns } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { descriptionOf, listsOf } from "../../resource/resources.ts";
import { Directory, toNames, type Fields } from "../../resource/references.ts";
import type { StoredResource } from "../../core/declare/plan.ts";
import { resourceKinds, type Declared, type ResourceKind } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import { cut, rows, type Procedure } from "../../store/kit/procedure.ts";
import { afterPosition, inOrder, type Position } from "../../store/queries/reader.ts";
import { rowsOf } from "./lists.ts";
import { inPart } from "./parts.ts";

/** Everything declared in the organization, in the terms of a plan. */
export function* loadStored(c: Context, org_id: string): Procedure<StoredResource[]> {
  const mine = { org_id };
  const devices = Map.groupBy(
    (yield* c.of.devices.find(mine)).filter(({ enabled }) => enabled),
    ({ user_id }) => user_id,
  );
  const alerts = Map.groupBy(
    yield* rows(c.q.unresolvedAlerts, { org_id }),
    ({ group_id }) => group_id,
  );
  const resources: [ResourceKind, PlannedRow[]][] = [];
  for (const kind of resourceKinds) resources.push([kind, yield* allOf(c, kind, org_id)]);
  const directory = new Directory();
  for (const [kind, all] of resources) for (const row of all) directory.add(kind, row);
  /** Resources that are not declared: for the warnings, and for the conflicts of a prune. */
  const besides: Partial<Record<ResourceKind, (id: string) => Fields>> = {
    users: (id) => {
      const own = devices.get(id) ?? [];
      const verified = own.filter(({ verified_at }) => verified_at !== null);
      return { devices: own.length, verified: verified.length };
    },
    alert_groups: (id) => {
      const unresolved = alerts.get(id)?.map(({ number }) => number);
      return { ...(unresolved && { unresolved }) };
    },
  };
  const stored: StoredResource[] = [];
  for (const [kind, all] of resources) {
    const lists: [name: string, rows: Map<unknown, Fields[]>][] = [];
    for (const { name, table } of listsOf(kind)) {
      const rows = yield* rowsOf(c, table.name).find(mine);
      lists.push([name, Map.groupBy(rows, ({ [table.owner]: owner }) => owner)]);
    }
    for (const { id, external_id, project, inserted_at: _, ...declared } of all) {
      for (const [name, rows] of lists) declared[name] = rows.get(id) ?? [];
      const fields = toNames(kind, declared, directory);
      stored.push({
        kind,
        id,
        external_id,
        project,
        fields: Object.assign(fields, besides[kind]?.(id)),
      });
      if (stored.length % inPart === 0) yield* cut();
    }
  }
  return stored;
}

/** The columns of a stored resource that a plan compares, and those that say which one it is. */
type PlannedRow = Fields & Pick<Declared, "id" | "external_id" | "project" | "inserted_at">;

/** The resources of a kind, some hundred at a time. Other columns stay closed: opening webhook ids takes longest. */
function* allOf(c: Context, kind: ResourceKind, org_id: string): Procedure<PlannedRow[]> {
  const table: SQLiteTable & Record<"id" | "org_id" | "inserted_at", SQLiteColumn> = c.t[kind];
  const declared = Object.keys(descriptionOf(kind).fields);
  const planned = new Set(["id", "project", "inserted_at", ...declared]);
  const columns = Object.fromEntries(
    Object.entries(getTableColumns(table)).filter(([name]) => planned.has(name)),
  );
  const all: PlannedRow[] = [];
  for (let after: Position | null = null; ;) {
    const page = (yield* rows(
      c.db
        .select(columns)
        .from(table)
        .where(and(eq(table.org_id, org_id), afterPosition(table.inserted_at, table.id, { after })))
        .orderBy(...inOrder(table.inserted_at, table.id, {}))
        .limit(inPart),
    )) as PlannedRow[];
    all.push(...page);
    if (page.length < inPart) return all;
    after = page.at(-1)!;
    yield* cut();
  }
}
