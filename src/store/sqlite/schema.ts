/** The tables of SQLite. */
import { sqliteKit } from "./kit.ts";
import { tables, type Tables } from "../kit/tables.ts";
import { Secrets } from "../secrets/secrets.ts";

/** The tables of a database whose secrets are sealed by `secrets`. */
export const sqliteTablesOf = (secrets: Secrets): Tables => tables(sqliteKit, secrets);

/** The same without keys, for the migration generator. */
export const sqliteTables = sqliteTablesOf(new Secrets());
