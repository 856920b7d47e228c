/** The tables of SQLite. */
import { sqliteKit } from "../kit/kit.ts";
import { tables, type Tables } from "../kit/tables.ts";
import { Secrets } from "../kit/secrets.ts";

/** The tables of a database whose secrets are sealed by `secrets`. */
export const sqliteTablesOf = (secrets: Secrets): Tables => tables(sqliteKit, secrets);

/** The same without keys, for the migration generator. */
export const sqliteTables = sqliteTablesOf(new Secrets());

/**
 * The tables that SQLite keeps in the order of their primary key (WITHOUT ROWID): those whose rows are small, come with
 * every report, and are found by their key. Otherwise the key is an index beside the rows, so that each row changes two
 * pages in two places. The rows of `reports` are large: in such a table each would be cut into two pages, and a commit of
 * 60 reports of 1.2 kB wrote 105 pages in place of 50.
 */
export const clusteredTables: readonly string[] = ["arrivals", "error_minutes"];
