/** The use cases of this folder, as the writer thread of SQLite runs them. */
import { serveWrites } from "../store/sqlite/writer-thread.ts";
import { isBulk } from "./bulk.ts";
import { verbs } from "./verbs.ts";

serveWrites(verbs, isBulk);
