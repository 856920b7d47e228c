/** Reads the database of Uptime Kuma, without changing it. */
import Database from "better-sqlite3";
import type { KumaTables } from "../../importer/uptime-kuma.ts";
import { wrongInput } from "../call/failure.ts";

type Row = Record<string, unknown>;

/** The rows that an import needs. Throws a sentence when `path` is not a database of Uptime Kuma. */
export function readKuma(path: string): KumaTables {
  let database: Database.Database | undefined;
  try {
    database = new Database(path, { readonly: true, fileMustExist: true });
    const rows = (sql: string) => database!.prepare<[], Row>(sql).all();
    return {
      monitor: rows("select * from monitor order by weight desc, id"),
      maintenance: rows("select * from maintenance where active = 1 order by id"),
      monitor_maintenance:
        rows(
          "select 1 from sqlite_master where type = 'table' and name = 'monitor_maintenance'",
        ).map(() => rows("select * from monitor_maintenance order by id"))[0] ?? null,
      tags: rows(
        "select name from tag join monitor_tag on tag_id = tag.id group by name order by count(*) desc",
      ).map(({ name }) => String(name)),
    };
  } catch (error) {
    throw wrongInput(
      "unreadable",
      `${path} cannot be read: ${(error as Error).message}`,
      "name kuma.db of its data folder; a copy needs kuma.db-wal beside it",
    );
  } finally {
    database?.close();
  }
}
