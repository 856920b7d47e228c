/** The tables of SQLite, as plain exports for the migration generator and the driver. */
import { sqliteKit } from "./kit.ts";
import { tables } from "../kit/tables.ts";

export const sqliteTables = tables(sqliteKit);
