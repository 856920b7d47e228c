/**
 * CPU per report of two daemons on one PostgreSQL: 200 monitors and 128 connections, half of them to each node. In turn
 * with all of them to one node, and with half of them to each of two nodes that have a database each. Those share
 * nothing but the machine, where two busy processes disturb each other: what they cost more than one is not what it
 * costs to share a database.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startServer, withClient } from "../support/postgres-server.ts";
import { makeBenchDataDir, makeBenchKey, startOn, type BenchDaemon } from "./daemon.ts";
import { luaOf, makeMonitors, mustHaveCounted, wrk } from "./ingest.ts";
import { cpuOf, cpuOfAll, spread } from "./processes.ts";
import type { Row } from "./row.ts";

const monitors = 200;
const repetitions = 7;

export async function benchNodes(): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), "monitord-wrk-"));
  const server = await startServer();
  // One folder for all, because the nodes share their key file.
  const [dataDir, key] = [makeBenchDataDir(), makeBenchKey()];
  const nodes: BenchDaemon[] = [];
  const start = async (url: string) => {
    const node = await startOn(dataDir, key, { MONITORD_DATABASE_URL: url });
    nodes.push(node);
    return node;
  };
  try {
    const first = await start(server.url);
    const { ids, paths } = await makeMonitors(first, monitors);
    await first.stop();
    const copy = await copyOf(server.url);
    const [node, other, apart] = [
      await start(server.url),
      await start(server.url),
      await start(copy),
    ];

    let runs = 0;
    let sent = 0;
    const sideOf = (name: string, ...used: BenchDaemon[]) => {
      const file = join(folder, `${name}.lua`);
      writeFileSync(file, luaOf(paths) + threadsTo(used));
      const cpuOfNodes = () => used.reduce((sum, { pid }) => sum + cpuOf(pid), 0);
      const taken = { cpu: [] as number[], server: [] as number[], perSecond: [] as number[] };
      return {
        taken,
        async run() {
          const before = cpuOfNodes();
          const serverBefore = cpuOfAll(server.pid);
          const { requests, perSecond } = await wrk(node.url, file, used.length);
          taken.cpu.push(((cpuOfNodes() - before) * 1e6) / requests);
          taken.server.push(((cpuOfAll(server.pid) - serverBefore) * 1e6) / requests);
          taken.perSecond.push(perSecond);
          runs++;
          sent += requests;
        },
      };
    };
    const one = sideOf("one", node);
    const shared = sideOf("shared", node, other);
    const each = sideOf("each", node, apart);
    // Their code is compiled in the first seconds, when a report takes twice as much.
    await sideOf("all", node, other, apart).run();
    for (let i = 0; i < repetitions; i++) for (const side of [one, shared, each]) await side.run();
    await mustHaveCounted([node, apart], ids, sent, runs);

    const text = ({ taken: { cpu, server, perSecond } }: typeof one) =>
      `${spread(cpu).median.toFixed(0)} µs (and ${spread(server).median.toFixed(0)} µs in the server), ${spread(perSecond).median.toFixed(0)}/s`;
    const ratioTo = (peer: typeof one) =>
      spread(shared.taken.cpu.map((value, i) => value / peer.taken.cpu[i]!));
    return {
      name: `CPU per report of two nodes on one PostgreSQL, ${monitors} monitors, 128 connections`,
      ours: text(shared),
      peer: `one node ${text(one)}; two nodes with a database each ${text(each)}`,
      ratio: ratioTo(one),
      goal: { most: 1.1 },
      measures: [{ name: "÷ a database each", value: ratioTo(each).median }],
    };
  } finally {
    for (const node of nodes) await node.stop();
    await server.stop();
    rmSync(folder, { recursive: true });
    rmSync(dataDir, { recursive: true });
  }
}

/** Makes a copy of a database that nobody uses; answers its URL. */
async function copyOf(server: string): Promise<string> {
  const url = new URL(server);
  // A database that someone is connected to cannot be copied.
  await withClient(new URL("/template1", url).href, (client) =>
    client.query(`create database copy template ${url.pathname.slice(1)}`),
  );
  url.pathname = "/copy";
  return url.href;
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
