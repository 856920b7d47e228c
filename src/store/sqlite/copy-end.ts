/** A database file as one end of a copy. The caller holds the lock of its folder, so no daemon runs on it. */
import { existsSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import {
  CopyRefused,
  refuseBusy,
  refuseEarlier,
  refuseNone,
  refuseUnwritten,
  type End,
  type Role,
} from "../copy/end.ts";
import { createMark, markName, markTable } from "../copy/mark.ts";
import { plainTables } from "../copy/plain-tables.ts";
import { contextOf } from "../queries/context.ts";
import { runNow, type Procedure } from "../kit/procedure.ts";
import { proceduresOf } from "../kit/statements.ts";
import { makeExecute } from "./execute.ts";
import { codeOf } from "./file-errors.ts";
import { appliedIn, foreign, isNew } from "./identity.ts";
import { sqliteKit } from "../kit/kit.ts";
import { isMarked } from "./mark.ts";
import { checkForm, missingIn } from "./migrate.ts";
import { openFile } from "./open-file.ts";

/** Opens the file; throws a sentence when it cannot be this end. */
export function sqliteEnd(path: string, role: Role, now: number): End {
  const sqlite = role === "source" ? openSource(path) : openTarget(path, now);
  const context = contextOf(sqliteKit, drizzle(sqlite), plainTables(sqliteKit));
  const execute = makeExecute();
  const atOnce = <T>(work: () => T): Promise<T> => Promise.resolve(work());
  return {
    dialect: "sqlite",
    shown: path,
    context,
    marks: proceduresOf(sqliteKit, context.db, markTable(sqliteKit)),
    isMarked: () => Promise.resolve(isMarked(sqlite)),
    prepareMark: () => atOnce(() => void sqlite.exec(createMark)),
    unmark: () =>
      atOnce(() => {
        // With it, all that was written before is on disk.
        sqlite.pragma("synchronous = FULL");
        sqlite.exec(`drop table ${markName}`);
        sqlite.pragma("wal_checkpoint(TRUNCATE)");
      }),
    run: <T>(procedure: Procedure<T>) =>
      atOnce(() => {
        const ran = () => runNow(procedure, execute);
        return sqlite.inTransaction ? ran() : sqlite.transaction(ran).immediate();
      }),
    freeze: () =>
      atOnce(() => {
        try {
          sqlite.exec("begin immediate");
        } catch (error) {
          if (codeOf(error) === "SQLITE_BUSY") throw refuseBusy(path, "it writes");
          throw error;
        }
      }),
    thaw: () => atOnce(() => void sqlite.exec("commit")),
    sharedNow: () => Promise.resolve(null),
    numbers: () =>
      atOnce(() =>
        Object.fromEntries(
          sqlite
            .prepare<[], { name: string; seq: number }>("select name, seq from sqlite_sequence")
            .all()
            .map(({ name, seq }) => [name, seq]),
        ),
      ),
    continueNumbers: (numbers) =>
      atOnce(() => {
        for (const [name, seq] of Object.entries(numbers)) {
          sqlite.prepare("delete from sqlite_sequence where name = ?").run(name);
          sqlite.prepare("insert into sqlite_sequence (name, seq) values (?, ?)").run(name, seq);
        }
      }),
    close: () => atOnce(() => void sqlite.close()),
  };
}

function openSource(path: string): Sqlite.Database {
  if (!existsSync(path)) throw refuseNone(path);
  const sqlite = new Sqlite(path, { timeout: 2000 });
  try {
    mustBeOurs(path, sqlite);
    if (appliedIn(sqlite).length === 0) throw refuseNone(path);
    if (sqlite.prepare("select 1 from report_journal limit 1").get()) throw refuseUnwritten(path);
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

/** Power may fail while batches are written: the last of them are lost then, and written again. */
function openTarget(path: string, now: number): Sqlite.Database {
  if (existsSync(path)) {
    const there = new Sqlite(path, { readonly: true });
    try {
      mustBeOurs(path, there);
    } finally {
      there.close();
    }
  }
  const sqlite = openFile({ path, now, migrationCopy: false }, () => {});
  sqlite.pragma("synchronous = NORMAL");
  return sqlite;
}

function mustBeOurs(path: string, sqlite: Sqlite.Database): void {
  const strange = foreign(sqlite);
  if (strange !== null) throw new CopyRefused(`${path} ${strange}.`);
  if (isNew(sqlite)) return;
  if (missingIn(sqlite).length > 0) throw refuseEarlier(path);
  checkForm(sqlite);
}
