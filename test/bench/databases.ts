/**
 * CPU per report on PostgreSQL ÷ CPU per report on SQLite: the same daemon, the same 128 connections, in
 * turn in one run. CPU is that of the daemon, which on SQLite is the database too; what the server takes
 * beside it is said in the row.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "../support/postgres-server.ts";
import { startBenchDaemon, type BenchDaemon } from "./daemon.ts";
import { makeMonitors, mustHaveCounted, script, wrk } from "./ingest.ts";
import { cpuOf, cpuOfAll, spread } from "./processes.ts";
import type { Row } from "./row.ts";

const monitors = 200;
const repetitions = 5;

export async function benchDatabases(): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), "monitord-wrk-"));
  const server = await startServer();
  const daemons = [await startBenchDaemon(server.url), await startBenchDaemon()] as const;
  try {
    const sides = await Promise.all(
      daemons.map(async (daemon, i) => {
        const { ids, paths } = await makeMonitors(daemon, monitors);
        const file = script(folder, `${i}.lua`, paths);
        return { daemon, ids, file, cpu: [] as number[], sent: 0 };
      }),
    );
    const beside: number[] = [];
    for (let i = 0; i < repetitions; i++)
      for (const side of sides) {
        const before = cpuOf(side.daemon.pid);
        const serverBefore = cpuOfAll(server.pid);
        const { requests } = await wrk(side.daemon.url, side.file);
        side.cpu.push((cpuOf(side.daemon.pid) - before) / requests);
        if (side === sides[0]) beside.push((cpuOfAll(server.pid) - serverBefore) / requests);
        side.sent += requests;
      }
    for (const { daemon, ids, sent } of sides)
      await mustHaveCounted([daemon], ids, sent, repetitions);
    const [postgres, sqlite] = sides.map(({ cpu }) => cpu) as [number[], number[]];
    const micro = (seconds: number) => `${(seconds * 1e6).toFixed(0)} µs`;
    return {
      name: `CPU per report on PostgreSQL ÷ on SQLite, ${monitors} monitors, 128 connections`,
      ours: `${micro(spread(postgres).median)} (and ${micro(spread(beside).median)} in the server)`,
      peer: `SQLite ${micro(spread(sqlite).median)}`,
      ratio: spread(postgres.map((value, i) => value / sqlite[i]!)),
      goal: { most: 1.5 },
    };
  } finally {
    await Promise.all(daemons.map((daemon: BenchDaemon) => daemon.stop()));
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}
