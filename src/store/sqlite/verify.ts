/** Judges database files before they are used: backups, and the files of a data directory. */
import { closeSync, openSync, readSync, statSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { appliedIn, foreign } from "./identity.ts";
import { checkForm, missingIn } from "./migrate.ts";

const magic = "SQLite format 3\0";

/** The first bytes of other files that are taken for a backup. */
const others: [start: string, what: string][] = [
  ["\x1f\x8b", "is compressed with gzip: decompress it first"],
  ["\x28\xb5\x2f\xfd", "is compressed with zstd: decompress it first"],
  ["\xfd7zXZ", "is compressed with xz: decompress it first"],
  ["BZh", "is compressed with bzip2: decompress it first"],
  ["PK\x03\x04", "is a ZIP archive: unpack it first"],
  ["PGDMP", "is a dump of PostgreSQL: use pg_restore"],
  ["age-encryption.org/", "is encrypted with age: decrypt it first"],
];

/**
 * Why this version cannot use the database in `file`, as the end of a sentence that begins with the file's
 * name; null: it is whole, ours, and of this version or one that can be brought to it. Folds a WAL beside the
 * file into it.
 */
export function unusable(file: string): string | null {
  try {
    return whyNotAFile(file) ?? whyNotOurs(file);
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return code === "SQLITE_NOTADB" || code === "SQLITE_CORRUPT"
      ? `is damaged (${message})`
      : `cannot be used: ${message}`;
  }
}

function whyNotAFile(file: string): string | null {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat) return "does not exist";
  if (!stat.isFile()) return "is not a file";
  if (stat.size === 0) return "is empty";
  const head = Buffer.alloc(magic.length);
  const handle = openSync(file, "r");
  readSync(handle, head);
  closeSync(handle);
  const text = head.toString("latin1");
  if (text === magic) return null;
  return others.find(([start]) => text.startsWith(start))?.[1] ?? "is not a SQLite database";
}

function whyNotOurs(file: string): string | null {
  const sqlite = new Sqlite(file, { fileMustExist: true });
  try {
    const strange = foreign(sqlite);
    if (strange !== null) return strange;
    const damage = sqlite.pragma("integrity_check(1)", { simple: true });
    if (damage !== "ok") return `is damaged (${String(damage).split("\n").join(" ")})`;
    if (appliedIn(sqlite).length === 0) return "is a database without tables";
    if (missingIn(sqlite).length === 0) checkForm(sqlite);
    return null;
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "SchemaRefused") throw error;
    return `cannot be used by this version. ${error.message.replace(/\.$/, "")}`;
  } finally {
    sqlite.close();
  }
}

/** True when the file can shrink after rows were deleted: not one that another program rebuilt. */
export function canShrink(file: string): boolean {
  const sqlite = new Sqlite(file, { readonly: true });
  try {
    return sqlite.pragma("auto_vacuum", { simple: true }) === 2;
  } finally {
    sqlite.close();
  }
}
