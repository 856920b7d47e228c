/**
 * Tells a database file of monitord from any other. Each file has SQLite's
 * `application_id`; an early one is known by its tables and by the names of its migrations.
 */
import type { Database as Sqlite } from "better-sqlite3";
import { isOurs, type Applied } from "../migrations/migrations.ts";

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
  if (id === applicationId) return null;
  const tables = sqlite
    .prepare<[], { name: string }>("select name from sqlite_master where type = 'table'")
    .all()
    .map(({ name }) => name);
  if (id === 0 && tables.length === 0) return null;
  const known =
    id === 0 &&
    ["organizations", "subjects"].every((name) => tables.includes(name)) &&
    appliedIn(sqlite).some(({ name }) => isOurs("sqlite", name));
  return known ? null : "is a database of another application";
}

/** The migrations that a database has recorded, in order; none: it has not recorded any in our way. */
export function appliedIn(sqlite: Sqlite): Applied[] {
  const columns = sqlite
    .prepare<[], { name: string }>("select name from pragma_table_info('migrations')")
    .all()
    .map(({ name }) => name);
  if (!columns.includes("name") || !columns.includes("applied_at")) return [];
  const version = columns.includes("version") ? "version" : "null as version";
  return sqlite.prepare<[], Applied>(`select name, ${version} from migrations order by name`).all();
}
