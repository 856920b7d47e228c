/** The tables of PostgreSQL. */
import { postgresKit } from "./kit.ts";
import { tables, type Tables } from "../kit/tables.ts";
import { Secrets } from "../kit/secrets.ts";

/** The tables of a database whose secrets are sealed by `secrets`. */
export const postgresTablesOf = (secrets: Secrets): Tables => tables(postgresKit, secrets);

/** The same without keys, for the migration generator. */
export const postgresTables = postgresTablesOf(new Secrets());
