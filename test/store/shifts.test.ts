import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { columnFacts, type Columns } from "../../src/core/model/column.ts";
import { rows } from "../../src/store/kit/rows.ts";
import { unfinished } from "../../src/store/kit/shifts.ts";
import { sqliteTables } from "../../src/store/sqlite/schema.ts";

/** `table.column` of the instants that do this at an adopted step. */
const instants = (atStep: "moves" | "apart") =>
  Object.entries(rows).flatMap(([table, columns]: [string, Columns]) =>
    Object.keys(columns)
      .filter((name) => columnFacts(columns[name]!).atStep === atStep)
      .map((name) => `${table}.${name}`),
  );

test("a condition is one of instants that move", () => {
  const moving = instants("moves").flatMap((name) => [name, name.split(".")[0]]);
  expect(moving).toEqual(expect.arrayContaining(Object.keys(unfinished(sqliteTables, sql`0`))));
});

test("what moves in a way of its own is moved by records/shift, and the clock by adopt-step", () => {
  expect(instants("apart").toSorted()).toEqual([
    "blind_periods.from",
    "clock.at",
    "clock.step_since",
    "subjects.wake_at",
  ]);
});
