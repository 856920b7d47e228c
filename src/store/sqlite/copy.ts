/** Copies a database file whole, while others may write to it, and checks the copy. */
import { chmodSync, closeSync, openSync, rmSync } from "node:fs";
import Sqlite from "better-sqlite3";

/**
 * Copies the database of the connection to the new file `target`, readable for this user alone from its first
 * byte. The copy is one state of the database, without the space of deleted rows. When this returns SQLite has written
 * it to the disk, and its name is for the caller to write. Throws when it cannot be written or is damaged, and removes it.
 */
export function copyTo(target: string, source: Sqlite.Database): void {
  closeSync(openSync(target, "wx", 0o600));
  try {
    // A file that another program rebuilt may never shrink, its copy can. On one of ours this pragma is a write.
    if (source.pragma("auto_vacuum", { simple: true }) === 0)
      source.pragma("auto_vacuum = incremental");
    source.prepare("vacuum into ?").run(target);
    chmodSync(target, 0o600);
    const copy = new Sqlite(target, { readonly: true });
    try {
      const problem = copy.pragma("quick_check(1)", { simple: true });
      if (problem !== "ok") throw new Error(`the copy is damaged (${String(problem)})`);
    } finally {
      copy.close();
    }
  } catch (error) {
    rmSync(target, { force: true });
    throw error;
  }
}
