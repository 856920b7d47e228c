/** The tables of PostgreSQL, as plain exports for the migration generator and the driver. */
import { postgresKit } from "./kit.ts";
import { tables } from "../kit/tables.ts";

export const postgresTables = tables(postgresKit);
