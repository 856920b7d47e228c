/**
 * CPU per report of two daemons on one PostgreSQL ÷ of one: the same 200 monitors and 128 connections, half of them to
 * each node, in turn with all of them to one. What costs more is that each transaction has fewer reports, and that the
 * nodes wait for each other's monitors.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer } from "../support/postgres-server.ts";
import { makeBenchDataDir, makeBenchKey, startOn, type BenchDaemon } from "./daemon.ts";
import { luaOf, makeMonitors, mustHaveCounted, wrk } from "./ingest.ts";
import { cpuOf, cpuOfAll, spread } from "./processes.ts";
import type { Row } from "./row.ts";

const monitors = 200;
const repetitions = 5;

export async function benchNodes(): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), "monitord-wrk-"));
  const server = await startServer();
  // One folder for both, because the nodes share their key file.
  const [dataDir, key] = [makeBenchDataDir(), makeBenchKey()];
  const start = () => startOn(dataDir, key, { MONITORD_DATABASE_URL: server.url });
  const nodes = [await start(), await start()];
  try {
    const { ids, paths } = await makeMonitors(nodes[0]!, monitors);
    const toBoth = join(folder, "both.lua");
    writeFileSync(toBoth, luaOf(paths) + threadsTo(nodes));
    const toOne = join(folder, "one.lua");
    writeFileSync(toOne, luaOf(paths) + threadsTo(nodes.slice(0, 1)));

    const [two, one] = [toBoth, toOne].map((file) => ({
      file,
      cpu: [] as number[],
      server: [] as number[],
      perSecond: [] as number[],
    }));
    let sent = 0;
    for (let i = 0; i < repetitions; i++)
      for (const side of [one!, two!]) {
        const before = nodes.map(({ pid }) => cpuOf(pid));
        const serverBefore = cpuOfAll(server.pid);
        const { requests, perSecond } = await wrk(nodes[0]!.url, side.file, nodes.length);
        const used = nodes.map(({ pid }, node) => cpuOf(pid) - before[node]!);
        side.cpu.push((used.reduce((sum, cpu) => sum + cpu, 0) * 1e6) / requests);
        side.server.push(((cpuOfAll(server.pid) - serverBefore) * 1e6) / requests);
        side.perSecond.push(perSecond);
        sent += requests;
      }
    await mustHaveCounted(nodes[0]!, ids, sent, 2 * repetitions);
    const text = ({ cpu, server, perSecond }: NonNullable<typeof one>) =>
      `${spread(cpu).median.toFixed(0)} µs (and ${spread(server).median.toFixed(0)} µs in the server), ${spread(perSecond).median.toFixed(0)}/s`;
    return {
      name: `CPU per report of two nodes on one PostgreSQL, ${monitors} monitors, 128 connections`,
      ours: text(two!),
      peer: `one node ${text(one!)}`,
      ratio: spread(two!.cpu.map((value, i) => value / one!.cpu[i]!)),
      goal: { most: 1.1 },
    };
  } finally {
    for (const node of nodes) await node.stop();
    await server.stop();
    rmSync(folder, { recursive: true });
    rmSync(dataDir, { recursive: true });
  }
}

/** Lua: each thread of `wrk` posts to one of the nodes, by turns. */
const threadsTo = (nodes: readonly BenchDaemon[]) => `
local ports = { ${nodes.map(({ url }) => `"${new URL(url).port}"`).join(", ")} }
local threads = 0
function setup(thread)
  thread.addr = wrk.lookup("127.0.0.1", ports[threads % #ports + 1])[1]
  threads = threads + 1
end
`;
