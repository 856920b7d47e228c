/** Reads the database of Uptime Kuma, without changing it. */
import Database from "better-sqlite3";
import type { KumaTables } from "../../importer/kuma/uptime-kuma.ts";
import { wrongInput } from "../call/failure.ts";

type Row = Record<string, unknown>;

/** The most rows of a table. */
const mostRows = 100_000;

/** The rows that an import needs. Throws a sentence when `path` is not a database of Uptime Kuma. */
export function readKuma(path: string): KumaTables {
  let database: Database.Database | undefined;
  try {
    database = new Database(path, { readonly: true, fileMustExist: true });
    // The schema of a stranger's file cannot run functions.
    database.pragma("trusted_schema = off");
    const all = (sql: string) => database!.prepare<[], Row>(`${sql} limit ${mostRows + 1}`).all();
    // A view can be a query without end.
    const tables = new Set(
      all("select name from sqlite_master where type = 'table'").map(({ name }) => name),
    );
    const rows = (table: string, rest = "") => {
      if (!tables.has(table)) return [];
      const content = all(`select * from "${table}" ${rest}`);
      if (content.length > mostRows)
        throw new Error(`its table ${table} has over ${mostRows} rows`);
      return content;
    };
    if (!tables.has("monitor")) throw new Error("it has no table of monitors");
    return {
      monitor: rows("monitor", "order by weight desc, id"),
      maintenance: rows("maintenance", "where active = 1 order by id"),
      monitor_maintenance: tables.has("monitor_maintenance")
        ? rows("monitor_maintenance", "order by id")
        : null,
      notification: rows("notification", "order by id"),
      monitor_notification: rows("monitor_notification", "order by id"),
      status_page: rows("status_page", "order by id"),
      group: rows("group", "order by weight, id"),
      monitor_group: rows("monitor_group", "order by weight, id"),
      tags: tables.has("tag") && tables.has("monitor_tag") ? tagsIn(all) : [],
    };
  } catch (error) {
    throw wrongInput(
      "unreadable",
      `${path} cannot be read as a database of Uptime Kuma: ${(error as Error).message}`,
      "name kuma.db of its data folder; a copy needs kuma.db-wal beside it",
    );
  } finally {
    database?.close();
  }
}

const tagsIn = (all: (sql: string) => Row[]): string[] =>
  all(
    "select name from tag join monitor_tag on tag_id = tag.id group by name order by count(*) desc",
  ).map(({ name }) => String(name));
