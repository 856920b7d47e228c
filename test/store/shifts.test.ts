import { getTableColumns, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { described } from "../../src/resource/resources.ts";
import {
  keptInstants,
  plainIntegers,
  shiftedSpecially,
  shiftsOf,
} from "../../src/store/kit/shifts.ts";
import { sqliteTables } from "../../src/store/sqlite/schema.ts";

/** Columns by table. */
type Lists = Record<string, readonly string[]>;

/** Fields of descriptions are settings: none of their integers is an instant. */
const fields = described as Record<string, { fields: Record<string, unknown> }>;

const moved: Lists = Object.fromEntries(
  Object.entries(shiftsOf(sqliteTables, sql`0`)).map(([table, parts]) => [
    table,
    parts.flatMap(({ columns }) => [...columns]),
  ]),
);

test.each(Object.entries(sqliteTables))(
  "each integer of %s moves with an adopted step, or stays, or is no instant",
  (table, columns) => {
    const integers = Object.entries(getTableColumns(columns))
      .filter(([name, column]) => column.columnType === "SQLiteInteger" && !(name in own(table)))
      .map(([name]) => name);
    const lists: Lists[] = [moved, shiftedSpecially, keptInstants, plainIntegers];
    const said = lists.flatMap((list) => list[table] ?? []);
    expect(said.toSorted()).toEqual(integers.toSorted());
  },
);

const own = (table: string) => fields[table]?.fields ?? {};
