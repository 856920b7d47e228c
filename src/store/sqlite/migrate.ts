/** Brings a SQLite database up to date: each migration in its own transaction. */
import type { Database as Sqlite } from "better-sqlite3";
import { hashWebhookId } from "../../core/access/webhook-id.ts";
import { missingSteps } from "../migrations/migrations.ts";
import { version } from "../migrations/version.ts";
import { appliedIn, sign } from "./identity.ts";

/** The names of the migrations that are missing, in order; throws `SchemaRefused`. */
export const missingIn = (sqlite: Sqlite): string[] =>
  missingSteps("sqlite", appliedIn(sqlite)).map(({ name }) => name);

/**
 * Returns the names of the applied migrations; throws `SchemaRefused`. The table of their names is made in the transaction
 * of the first: wherever a first start is killed, a file with tables is signed.
 */
export function migrate(sqlite: Sqlite, now: number): string[] {
  const applied = appliedIn(sqlite);
  const steps = missingSteps("sqlite", applied);
  // For migrations: SQLite has none of its own.
  sqlite.function("sha256_hex", { deterministic: true }, (text) => hashWebhookId(String(text)));
  for (const { name, sql, replaces } of steps)
    sqlite
      .transaction(() => {
        prepareRecord(sqlite);
        sqlite.exec(sql);
        for (const old of replaces)
          sqlite.prepare("delete from migrations where name = ?").run(old);
        sqlite
          .prepare("insert into migrations (name, applied_at, version) values (?, ?, ?)")
          .run(name, now, version);
        sign(sqlite, numberOf(name));
      })
      .immediate();
  const last = steps.at(-1) ?? applied.at(-1);
  // A file from before it was signed.
  if (last) sign(sqlite, numberOf(last.name));
  return steps.map(({ name }) => name);
}

/** Makes the table of migrations. Those of early versions have no column for the version. */
function prepareRecord(sqlite: Sqlite): void {
  sqlite.exec(
    "create table if not exists migrations (name text primary key, applied_at integer not null, version text)",
  );
  const columns = sqlite.prepare("select name from pragma_table_info('migrations')").pluck().all();
  if (!columns.includes("version")) sqlite.exec("alter table migrations add column version text");
}

const numberOf = (name: string) => Number(name.slice(0, 4));
