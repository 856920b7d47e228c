import { getTableColumns, type Column, type Table } from "drizzle-orm";

/** Makes the function that lists the columns of a table's primary key, in its order. */
export const keyWith =
  <T extends Table, C extends Column>(
    configOf: (table: T) => { primaryKeys: readonly { columns: C[] }[] },
  ) =>
  (table: T): C[] => {
    const single = Object.values<Column>(getTableColumns(table)).filter(({ primary }) => primary);
    return single.length > 0 ? (single as C[]) : configOf(table).primaryKeys[0]!.columns;
  };
