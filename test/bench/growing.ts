/** The databases that grow: SQLite in a file, and PostgreSQL on a server of its own. */
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { openSqlite } from "../../src/app/open-sqlite.ts";
import type { Instant } from "../../src/core/model/model.ts";
import type { Store } from "../../src/app/store.ts";
import { startServer, withClient } from "../support/postgres-server.ts";
import { storeAt } from "../support/postgres-store.ts";
import { writerHere } from "../support/writer.ts";
import { copyOnPostgres, copyOnSqlite, type Copies } from "./copies.ts";

export interface Growing {
  /** A store on it; what it writes, it writes in this process. */
  open(): Promise<Store>;
  /** Lets `work` copy rows, without the store and faster than the store. */
  fill(work: (copy: (copies: Copies) => void | Promise<void>) => Promise<void>): Promise<void>;
  /** SQL: the begin of an id that was made at the instant of an expression (UUIDv7). */
  prefixSql(at: string): string;
  /** Bytes. */
  size(): Promise<number>;
  /** What it and this process have used until now, µs. */
  cpu: () => number;
  end(): Promise<void>;
}

/** By its name. `folder`: what was filled and taken already, emptied for a database that begins empty; `now`: of the store. */
export const growing: Readonly<
  Record<"SQLite" | "PostgreSQL", (folder: string, now: Instant) => Promise<Growing>>
> = { SQLite: growingSqlite, PostgreSQL: growingPostgres };

/** µs. */
function cpuOfThis(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

async function growingSqlite(folder: string, now: Instant): Promise<Growing> {
  const path = join(folder, "monitord.db");
  const secretsKeyFile = join(folder, "secrets.key");
  return {
    open: () => openSqlite({ path, now, secretsKeyFile, migrationCopy: false }, writerHere),
    async fill(work) {
      const sqlite = new Sqlite(path);
      for (const pragma of ["journal_mode = memory", "synchronous = off", "cache_size = -500000"])
        sqlite.pragma(pragma);
      await work((copies) => copyOnSqlite(sqlite, copies)).finally(() => sqlite.close());
    },
    prefixSql: (at) => prefixOf(`printf('%012x', ${at})`),
    size: async () => statSync(path).size,
    cpu: cpuOfThis,
    end: async () => {},
  };
}

async function growingPostgres(folder: string, now: Instant): Promise<Growing> {
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  const server = await startServer({ max_wal_size: "8GB", shared_buffers: "1GB" });
  return {
    open: () => storeAt(server.url, () => now),
    fill: (work) =>
      withClient(server.url, async (client) => {
        await client.query("set synchronous_commit = off");
        await work((copies) => copyOnPostgres(client, copies));
        // As autovacuum does in time.
        await client.query("vacuum analyze");
      }),
    prefixSql: (at) => prefixOf(`lpad(to_hex(${at}), 12, '0')`),
    async size() {
      const { rows } = await withClient(server.url, (client) =>
        client.query<{ size: string }>("select pg_database_size(current_database()) as size"),
      );
      return Number(rows[0]!.size);
    },
    cpu: () => cpuOfThis() + cpuOfChildren(server.pid),
    end: () => server.stop(),
  };
}

const prefixOf = (hex: string): string =>
  `substr(${hex}, 1, 8) || '-' || substr(${hex}, 9, 4) || '-'`;

/** Of the processes that a process has started, µs: exact, while ticks are 10 ms. */
function cpuOfChildren(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
  return children.reduce((sum, child) => sum + runTimeOf(child), 0);
}

function runTimeOf(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1000;
  } catch {
    // It has ended.
    return 0;
  }
}
