/** Tells a database file of monitord from any other, by SQLite's `application_id`. */
import type { Database as Sqlite } from "better-sqlite3";
import type { Applied } from "../migrations/migrations.ts";

/** "mond" in ASCII: `file` shows it, and no list of known ids has it. */
const applicationId = 0x6d6f6e64;

/** Marks a file as ours. `schema`: the number of its last migration, for programs that read `user_version`. */
export function sign(sqlite: Sqlite, schema: number): void {
  const wanted = { application_id: applicationId, user_version: schema };
  // Each is a write, also of the value that is there.
  for (const [name, value] of Object.entries(wanted))
    if (sqlite.pragma(name, { simple: true }) !== value) sqlite.pragma(`${name} = ${value}`);
}

/** Why a file is not a database of monitord, as the end of a sentence that names it; null: it is one, or has no tables yet. */
export function foreign(sqlite: Sqlite): string | null {
  const id = sqlite.pragma("application_id", { simple: true });
  return id === applicationId || (id === 0 && isNew(sqlite))
    ? null
    : "is a database of another application";
}

/** Whether a file has no tables yet. */
export const isNew = (sqlite: Sqlite): boolean =>
  sqlite.prepare("select 1 from sqlite_master").get() === undefined;

/** The migrations that a database of monitord has recorded, in order. */
export function appliedIn(sqlite: Sqlite): Applied[] {
  const table = sqlite.prepare("select 1 from sqlite_master where name = 'migrations'").get();
  return table === undefined
    ? []
    : sqlite.prepare<[], Applied>("select name, version from migrations order by name").all();
}
