/** The tables of PostgreSQL, as plain exports for the migration generator and the driver. */
import { postgresKit } from "./kit.postgres.ts";
import { tables } from "./tables.ts";

export const postgresTables = tables(postgresKit);
