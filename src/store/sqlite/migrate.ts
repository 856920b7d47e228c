/** Brings a SQLite database up to date: each migration in its own transaction. */
import type { Database as Sqlite } from "better-sqlite3";
import { missingSteps } from "../migrations/migrations.ts";

/** Returns the names of the applied migrations; throws `SchemaRefused`. */
export function migrate(sqlite: Sqlite, now: number): string[] {
  sqlite.exec(
    "create table if not exists migrations (name text primary key, applied_at integer not null)",
  );
  const applied = sqlite
    .prepare<[], { name: string }>("select name from migrations order by name")
    .all()
    .map((row) => row.name);
  const steps = missingSteps("sqlite", applied);
  for (const { name, sql, replaces } of steps)
    sqlite
      .transaction(() => {
        sqlite.exec(sql);
        for (const old of replaces)
          sqlite.prepare("delete from migrations where name = ?").run(old);
        sqlite.prepare("insert into migrations (name, applied_at) values (?, ?)").run(name, now);
      })
      .immediate();
  return steps.map(({ name }) => name);
}
