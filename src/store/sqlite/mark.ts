/** The mark of a copy in a database file (`store/copy/mark`). */
import Sqlite from "better-sqlite3";
import { markName, NotInUse, readMark, whyNotInUse, type Mark } from "../copy/mark.ts";

export const isMarked = (sqlite: Sqlite.Database): boolean =>
  sqlite.prepare("select 1 from sqlite_master where name = ?").get(markName) !== undefined;

/** Why a database is not used any more, or not yet; null: it is used. */
function whyNot(sqlite: Sqlite.Database): string | null {
  if (!isMarked(sqlite)) return null;
  return whyNotInUse(sqlite.prepare<[], Mark>(readMark).get(), "sqlite");
}

/** The same of a file, as a sentence; null also when it is not there or cannot be read. */
export function whyFileNotInUse(file: string): string | null {
  try {
    const sqlite = new Sqlite(file, { fileMustExist: true });
    try {
      return whyNot(sqlite);
    } finally {
      sqlite.close();
    }
  } catch {
    return null;
  }
}

/** For a start: throws `NotInUse`, or ends a copy that is under way, whose rows are out of date from now on. */
export function settleMark(sqlite: Sqlite.Database): void {
  const why = whyNot(sqlite);
  if (why !== null) throw new NotInUse(why);
  if (isMarked(sqlite)) sqlite.exec(`drop table ${markName}`);
}
