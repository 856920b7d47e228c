import { openPostgresStore, type PostgresOptions } from "../store/postgres/store.ts";
import type { Store } from "./store.ts";
import { verbs } from "./verbs.ts";

/** Opens the store with the use cases of this folder; it is ready once the schema is up to date. */
export const openPostgres = (options: PostgresOptions): Store => openPostgresStore(options, verbs);
