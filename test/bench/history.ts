/**
 * A year of 1,000 monitors, checked every minute: its size, and the time of each chart. The rows are those that
 * rolling up makes, each written in two halves, so that pages are split as they are by a year of appending. The
 * charts ÷ the same of a database with one monitor.
 */
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { Client } from "pg";
import { openSqlite } from "../../src/app/open-sqlite.ts";
import type { Store } from "../../src/app/store.ts";
import {
  checksIn,
  rowOfCheck,
  rowOfSummary,
  summariesIn,
  type MeasuresRow,
} from "../../src/core/history/entries.ts";
import { chunkOf, levels, type Level } from "../../src/core/history/level.ts";
import { day, hour, minute } from "../../src/core/text/units.ts";
import { hoursOf } from "../../src/core/history/rollup.ts";
import { summarize } from "../../src/core/history/summary.ts";
import { groupSpec, healthSpec } from "../support/builders.ts";
import { startServer, withClient } from "../support/postgres-server.ts";
import { storeAt } from "../support/postgres-store.ts";
import { writerHere } from "../support/writer.ts";
import { spread } from "./processes.ts";
import type { Measure, Row } from "./row.ts";

const monitors = 1000;
/** The end of the year. */
export const now = chunkOf("day", Date.UTC(2026, 10, 22)) + 29 * day + 12 * hour;
const charts = {
  "24 h": [day, 5 * minute],
  "7 d": [7 * day, hour],
  "30 d": [30 * day, 2 * hour],
  "1 y": [365 * day, day],
} as const;

interface Side {
  store: Store;
  /** Appends rows, and settles at the end. */
  append(rows: readonly (MeasuresRow & { subject_id: string })[]): Promise<void>;
  /** MB. */
  size(): Promise<number>;
  end(): Promise<void>;
}

export async function benchHistory(database: "SQLite" | "PostgreSQL"): Promise<Row> {
  const server = database === "PostgreSQL" ? await startServer() : null;
  const open = (name: string) => (server ? postgresSide(server.url, name) : sqliteSide());
  const [full, small] = [await open("year"), await open("one_monitor")];
  try {
    const empty = await full.size();
    const ids = await fill(full, monitors);
    const [one] = await fill(small, 1);
    const times: string[] = [];
    const measures: Measure[] = [];
    const ratios: number[] = [];
    for (const [name, [length, step_ms]] of Object.entries(charts)) {
      const range = { from: now - length, to: now, step_ms };
      const taken: number[] = [];
      for (let i = 0; i < 20; i++) {
        const many = await timed(full, ids[(i * 37) % monitors]!, range);
        taken.push(many);
        ratios.push(many / (await timed(small, one!, range)));
      }
      const { median, min, max } = spread(taken);
      measures.push({ name, value: median, unit: "ms", goal: { most: 100 } });
      times.push(`${name} ${median.toFixed(1)} ms (${min.toFixed(1)}–${max.toFixed(1)})`);
    }
    const size = (await full.size()) - empty;
    return {
      name: `a year of ${monitors} monitors at one minute, ${database}: ${size.toFixed(0)} MB; charts beside those of one monitor`,
      ours: times.join(", "),
      peer: "one monitor",
      ratio: spread(ratios),
      measures: [{ name: "size", value: size, unit: "MB", goal: { most: 1000 } }, ...measures],
    };
  } finally {
    await full.end();
    await small.end();
    await server?.stop();
  }
}

async function timed(
  { store }: Side,
  subject_id: string,
  range: { from: number; to: number; step_ms: number },
): Promise<number> {
  const org_id = (await store.read.organizations())[0]!.id;
  const begin = performance.now();
  const points = await store.read.monitor_history({ org_id, subject_id, ...range });
  const took = performance.now() - begin;
  if (points.filter(({ checks }) => checks > 0).length < points.length - 2)
    throw new Error("the chart has holes");
  return took;
}

/** Makes a database of that year in a folder. */
export async function makeYear(folder: string): Promise<void> {
  const side = await sqliteSide(folder);
  await fill(side, monitors);
  await side.end();
}

/** Makes monitors with a year of measures each; answers their ids. */
async function fill(side: Side, count: number): Promise<string[]> {
  const { store } = side;
  const organization = await store.run("create_organization", { name: "bench", now });
  // Everything is rolled up: there are no monitors yet.
  await store.run("roll_up", { now: now + 5 * minute, limit: 1 });
  const actor = { org_id: organization.id, name: "bench", request_id: null };
  const save = async (kind: "alert_groups" | "health_check_monitors", fields: object) => {
    const outcome = await store.run("save", {
      actor,
      kind,
      id: null,
      given: fields,
      complete: fields,
      if_version: null,
      now: now - 366 * day,
    } as never);
    if (!outcome.ok) throw new Error(JSON.stringify(outcome));
    return (outcome.value as { resource: { id: string } }).resource.id;
  };
  const alert_group_id = await save("alert_groups", groupSpec());
  const ids: string[] = [];
  for (let i = 0; i < count; i++)
    ids.push(await save("health_check_monitors", healthSpec({ title: `M${i}`, alert_group_id })));
  for (const [level, from] of [
    ["day", now - 365 * day],
    ["hour", now - 90 * day],
    ["check", now - 2 * day],
  ] as const)
    for (let at = chunkOf(level, from); at < now; at += levels[level].chunk)
      for (const half of [0, 1])
        await side.append(ids.map((subject_id) => ({ subject_id, ...halfRow(level, at, half) })));
  return ids;
}

/** Checks of an hour, of which half a percent fails. */
const someChecks = (at: number) =>
  Array.from({ length: 60 }, (_, i) => ({
    at: at + i * minute + 7000,
    failed: Math.random() < 0.005,
    ms: Math.round(80 + 60 * Math.random() + (Math.random() < 0.05 ? 900 * Math.random() : 0)),
    status_code: 200,
    lag_ms: Math.round(60_000 * Math.random()),
  }));
const rowOfHour = (at: number): MeasuresRow => ({
  level: "check",
  at,
  entries: someChecks(at)
    .map((check) => rowOfCheck(check).entries)
    .join(""),
});
/** Hours of a few days, which come again and again. */
const pool = Array.from(
  { length: 240 },
  () => summariesIn({ ...hoursOf([rowOfHour(0)], [])[0]!, at: 0 })[0]!,
);
const pick = () => pool[Math.floor(Math.random() * pool.length)]!;

/** One half of the entries of a row, up to `now`. */
function halfRow(level: Level, at: number, half: number): MeasuresRow {
  if (level === "check") {
    const checks = checksIn(rowOfHour(at)).slice(half * 30, half * 30 + 30);
    return { level, at, entries: checks.map((check) => rowOfCheck(check).entries).join("") };
  }
  const { entry, chunk } = levels[level];
  const entries = Array.from({ length: chunk / entry / 2 }, (_, i) => {
    const begin = at + (half * chunk) / 2 + i * entry;
    if (begin + entry > now) return "";
    const summaries = level === "hour" ? [pick()] : Array.from({ length: 24 }, pick);
    return rowOfSummary(level, summarize(begin, { checks: [], errors: [], summaries })).entries;
  });
  return { level, at, entries: entries.join("") };
}

const upsert = (values: string) =>
  `insert into measures (subject_id, level, at, entries) ${values} on conflict (subject_id, level, at) do update set entries = measures.entries || excluded.entries`;

/** Without a folder in one of its own, which is gone at its end. */
async function sqliteSide(given?: string): Promise<Side> {
  const folder = given ?? mkdtempSync(join(tmpdir(), "monitord-year-"));
  const path = join(folder, "monitord.db");
  const store = await openSqlite({ path, now }, writerHere);
  const file = new Sqlite(path);
  const statement = file.prepare(upsert("values (:subject_id, :level, :at, :entries)"));
  return {
    store,
    append: (rows) => {
      file.transaction(() => {
        for (const row of rows) statement.run(row);
      })();
      return Promise.resolve();
    },
    size: () => {
      file.pragma("wal_checkpoint(truncate)");
      return Promise.resolve(statSync(path).size / 1e6);
    },
    end: async () => {
      file.close();
      await store.close();
      if (given === undefined) rmSync(folder, { recursive: true });
    },
  };
}

async function postgresSide(server: string, name: string): Promise<Side> {
  await withClient(server, (client) => client.query(`create database ${name}`));
  const url = new URL(server);
  url.pathname = `/${name}`;
  const store = await storeAt(url.href, () => now);
  const client = new Client({ connectionString: url.href });
  await client.connect();
  return {
    store,
    append: async (rows) => {
      await client.query(
        upsert(
          "select * from jsonb_to_recordset($1) as given(subject_id text, level text, at bigint, entries text)",
        ),
        [JSON.stringify(rows)],
      );
    },
    size: async () => {
      const { rows } = await client.query<{ size: string }>("select pg_database_size($1) as size", [
        name,
      ]);
      return Number(rows[0]!.size) / 1e6;
    },
    end: async () => {
      await client.end();
      await store.close();
    },
  };
}
