/** Opens a database of the configuration as one end of a copy. */
import { resolve } from "node:path";
import { CopyRefused, type End, type Role } from "../../store/copy/end.ts";
import type { Dialect } from "../../store/migrations/migrations.ts";
import type { Config } from "../config/config.ts";
import { databaseFileOf, shownDatabase } from "../open-store.ts";

/** Databases as options name them. */
export const databases = ["sqlite", "postgres"] as const satisfies readonly Dialect[];

/** Reads the name of a database. */
export const databaseNamed = (word: string | undefined): Dialect | undefined =>
  databases.find((name) => name === word);

/** Throws `CopyRefused`, or the error of the database. */
export async function openEnd(
  dialect: Dialect,
  role: Role,
  config: Config,
  now: number,
): Promise<End> {
  if (dialect === "sqlite") {
    const { sqliteEnd } = await import("../../store/sqlite/copy-end.ts");
    return sqliteEnd(resolve(databaseFileOf(config)), role, now);
  }
  if (config.databaseUrl === null)
    throw new CopyRefused(
      "The PostgreSQL database is not named. Set MONITORD_DATABASE_URL, or --database-url without a password.",
    );
  const { postgresEnd } = await import("../../store/postgres/copy-end.ts");
  return postgresEnd(config.databaseUrl, shownDatabase(config), role, now);
}
