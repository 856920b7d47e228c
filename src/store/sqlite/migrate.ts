/** Brings a SQLite database up to date: each migration in its own transaction. */
import type { Database as Sqlite } from "better-sqlite3";
import { refuseOtherForm, type FoundColumn } from "../migrations/form.ts";
import { missingSteps } from "../migrations/migrations.ts";
import { version } from "../migrations/version.ts";
import { appliedIn, sign } from "./identity.ts";
import { sqliteTables } from "./schema.ts";

/** The names of the migrations that are missing, in order; throws `SchemaRefused`. */
export const missingIn = (sqlite: Sqlite): string[] =>
  missingSteps("sqlite", appliedIn(sqlite)).map(({ name }) => name);

/** Throws `SchemaRefused` when the tables of a database without missing migrations are not those of this version. */
export function checkForm(sqlite: Sqlite): void {
  const columns = sqlite
    .prepare<[], FoundColumn>(
      `select "of".name as "table", "column".name as "column",
        "column"."notnull" = 1 and "column".dflt_value is null and "column".hidden = 0 as needed
      from sqlite_master "of" join pragma_table_xinfo("of".name) "column" where "of".type = 'table'`,
    )
    .all();
  refuseOtherForm(sqliteTables, columns);
}

/**
 * Returns the names of the applied migrations; throws `SchemaRefused`. The table of their names is made in the transaction
 * of the first: wherever a first start is killed, a file with tables is signed.
 */
export function migrate(sqlite: Sqlite, now: number): string[] {
  const steps = missingSteps("sqlite", appliedIn(sqlite));
  for (const { name, sql } of steps)
    sqlite
      .transaction(() => {
        sqlite.exec(
          "create table if not exists migrations (name text primary key, applied_at integer not null, version text)",
        );
        sqlite.exec(sql);
        sqlite
          .prepare("insert into migrations (name, applied_at, version) values (?, ?, ?)")
          .run(name, now, version);
        sign(sqlite, Number(name.slice(0, 4)));
      })
      .immediate();
  return steps.map(({ name }) => name);
}
