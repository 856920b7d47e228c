/** What the writer thread of SQLite runs: the use cases of this folder. */
import { serveWrites } from "../store/sqlite/writer-thread.ts";
import { isBulk } from "./bulk.ts";
import { verbs } from "./verbs.ts";

serveWrites(verbs, isBulk);
