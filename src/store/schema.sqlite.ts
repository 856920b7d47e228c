/** The tables of SQLite, as plain exports for the migration generator and the driver. */
import { sqliteKit } from "./kit.sqlite.ts";
import { tables } from "./tables.ts";

export const sqliteTables = tables(sqliteKit);
