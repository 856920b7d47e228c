/** The rows of lists that have tables of their own: those of a resource, and those of others that lead to it. */
import type { ResourceKind } from "../../core/model/model.ts";
import { resourceKinds } from "../../resource/kinds.ts";
import type { Fields } from "../../resource/references.ts";
import { listsOf } from "../../resource/resources.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import type { TableProcedures } from "../../store/kit/statements.ts";
import type { Context } from "../../store/queries/context.ts";

/** The procedures of the table of a list. */
export const rowsOf = (c: Context, table: string): TableProcedures<Fields> =>
  (c.of as unknown as Record<string, TableProcedures<Fields>>)[table]!;

/** A column of a list's table that has the ids of a kind. `isOptional`: a row can be without one. */
interface Column {
  table: string;
  column: string;
  of: ResourceKind;
  isOptional: boolean;
}

/** Every such column: that of the resource whose list it is, and those of references. */
const columns = (): Column[] =>
  resourceKinds.flatMap((kind) =>
    listsOf(kind).flatMap(({ fields, table: { name: table, owner } }) => [
      { table, column: owner, of: kind, isOptional: false },
      ...Object.entries(fields).flatMap(([column, { reference, presence }]) =>
        reference ? [{ table, column, of: reference.to, isOptional: presence === "optional" }] : [],
      ),
    ]),
  );

const columnsOf = (kind: ResourceKind) => columns().filter(({ of }) => of === kind);

/** The rows that belong to a resource, or end with it, by their tables. */
export function* listRowsOf(
  c: Context,
  kind: ResourceKind,
  id: string,
): Procedure<Record<string, Fields[]>> {
  const rows: Record<string, Fields[]> = {};
  for (const { table, column } of columnsOf(kind).filter(({ isOptional }) => !isOptional))
    rows[table] = [...(rows[table] ?? []), ...(yield* rowsOf(c, table).find({ [column]: id }))];
  return rows;
}

/** Deletes them; optional references to the resource become null. */
export function* removeListRows(c: Context, kind: ResourceKind, id: string): Procedure<void> {
  for (const { table, column, isOptional } of columnsOf(kind)) {
    const rows = rowsOf(c, table);
    if (isOptional) yield* rows.update({ [column]: id }, { [column]: null });
    else yield* rows.remove({ [column]: id });
  }
  c.nudge("coverage");
}

/** Writes them again, except those that ended with a resource that is gone; optional references to one are null. */
export function* restoreListRows(
  c: Context,
  rows: Readonly<Record<string, readonly Fields[]>>,
): Procedure<void> {
  for (const [table, list] of Object.entries(rows)) {
    const own = columns().filter((one) => one.table === table);
    const left: Fields[] = [];
    for (const row of list) {
      const gone: Column[] = [];
      for (const one of own) {
        const id = row[one.column];
        if (typeof id === "string" && !(yield* c.of[one.of].first({ id }))) gone.push(one);
      }
      const without = Object.fromEntries(gone.map(({ column }) => [column, null]));
      if (gone.every(({ isOptional }) => isOptional)) left.push({ ...row, ...without });
    }
    yield* rowsOf(c, table).insertAllNew(left);
  }
  if (Object.values(rows).some((list) => list.length > 0)) c.nudge("coverage");
}
