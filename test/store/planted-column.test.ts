/** A column is described in one place: everything follows for columns that the program does not know. */
import { getTableColumns, is, sql, SQL } from "drizzle-orm";
import { SQLiteSyncDialect, type SQLiteColumn } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import {
  flag,
  instant,
  integer,
  json,
  startsOf,
  text,
  type Row,
} from "../../src/core/model/column.ts";
import { subjects } from "../../src/core/model/model.ts";
import { postgresKit } from "../../src/store/postgres/kit.ts";
import { sqliteKit } from "../../src/store/kit/kit.ts";
import { rows } from "../../src/store/kit/rows.ts";
import { Secrets } from "../../src/store/kit/secrets.ts";
import { shiftsOf } from "../../src/store/kit/shifts.ts";
import { tables } from "../../src/store/kit/tables.ts";
import { night } from "../support/builders.ts";

const planted = {
  ...subjects,
  planted_at: instant("moves").orNull(),
  harvested_at: instant("stays"),
  due_by: instant("chosen").orNull(),
  fruits: integer().defaultsTo(3),
  ripe: flag().startsAs(false),
  names: json<string[]>().defaultsTo([]),
  soil: text<"clay" | "sand">(),
  secret: text().orNull().sealed(),
};
const withPlanted = { ...rows, subjects: planted };
const secrets = new Secrets();
const ofKit = (kit: typeof sqliteKit) => tables(kit, secrets, withPlanted);

const needed = {
  id: "tree",
  org_id: "org",
  kind: "alert_group",
  status: "ok",
  status_since: night,
  harvested_at: night,
  soil: "clay",
} as const;

test("it is in the type of the row", () => {
  const row: Row<typeof planted> = { ...startsOf(planted), ...needed };
  row.planted_at = row.due_by satisfies number | null;
  row.soil = "sand" satisfies typeof row.soil;
  // @ts-expect-error: null is not in it
  row.harvested_at = null;
  // @ts-expect-error: a text is not a number
  row.fruits = "3";
  // @ts-expect-error: a list of texts
  row.names = [1];
  // @ts-expect-error: none of its words
  row.soil = "loam";
  // @ts-expect-error: not its name
  row.planted = night;
  const { subjects: table } = ofKit(sqliteKit);
  type Stored = (typeof table)["$inferSelect"];
  const same = (one: Stored): Row<typeof planted> => one;
  expect(same).toBeTypeOf("function");
});

test("it has a value in a new row, unless each must be given one", () => {
  const row: Row<typeof planted> = { ...startsOf(planted), ...needed };
  expect(row).toMatchObject({ planted_at: null, due_by: null, fruits: 3, ripe: false, names: [] });
  expect(Object.keys(row).toSorted()).toEqual(Object.keys(planted).toSorted());
  const { soil: _, ...less } = needed;
  // @ts-expect-error: `soil` is missing
  expect({ ...startsOf(planted), ...less } satisfies Row<typeof planted>).not.toHaveProperty(
    "soil",
  );
});

test.each([
  ["sqlite", sqliteKit, "integer", "integer"],
  ["postgres", postgresKit, "bigint", "boolean"],
])("it is in the table of %s", (_, kit, number, truth) => {
  const columns: Record<string, SQLiteColumn> = getTableColumns(ofKit(kit).subjects);
  const facts = Object.keys(planted)
    .slice(Object.keys(subjects).length)
    .map((name) => {
      const column = columns[name]!;
      const { default: value, notNull } = column;
      const shown = is(value, SQL) ? new SQLiteSyncDialect().sqlToQuery(value).sql : value;
      return [name, column.getSQLType(), notNull, shown];
    });
  expect(facts).toEqual([
    ["planted_at", number, false, undefined],
    ["harvested_at", number, true, undefined],
    ["due_by", number, false, undefined],
    ["fruits", number, true, 3],
    ["ripe", truth, true, undefined],
    ["names", "text", true, "'[]'"],
    ["soil", "text", true, undefined],
    ["secret", "text", false, undefined],
  ]);
  expect(secrets.columns).toContain("subjects.secret");
});

test("an instant moves with an adopted step of the clock, or stays", () => {
  const t = ofKit(sqliteKit);
  const [moved] = shiftsOf(t, sql`0`, withPlanted).filter(({ table }) => table === t.subjects);
  expect(moved?.columns).toContain("planted_at");
  for (const name of ["harvested_at", "due_by", "fruits"])
    expect(moved?.columns).not.toContain(name);
});
