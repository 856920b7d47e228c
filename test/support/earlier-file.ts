/** A database file as a version before the first migration would have left it: ours, with rows, and due for an upgrade. */
import Sqlite from "better-sqlite3";

/** Makes it at `path`, a good 300 kB large. */
export function makeEarlierFile(path: string): void {
  const sqlite = new Sqlite(path);
  sqlite.exec(`pragma application_id = ${0x6d6f6e64};
    create table earlier (row blob);
    insert into earlier values ('kept'), (randomblob(300000));`);
  sqlite.close();
}
