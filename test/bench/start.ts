/**
 * From the start of the process to a daemon that is ready, in turn with a Node that does nothing. The first start
 * makes the database; the others find it.
 */
import { rmSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { makeBenchDataDir, makeBenchKey, startOn } from "./daemon.ts";
import { declareQuiet } from "./fleet.ts";
import { cpuOf, spread } from "./processes.ts";
import type { Row } from "./row.ts";

const rounds = 9;

/** With `monitors` in the database, which are not due; 0: each start finds an empty directory. */
export async function benchStart(monitors: number): Promise<Row> {
  const kept = monitors > 0 ? await databaseWith(monitors) : null;
  const [ours, nodes, cpus]: number[][] = [[], [], []];
  for (let i = 0; i < rounds; i++) {
    nodes!.push(nothing());
    const [dataDir, key] = kept ?? [makeBenchDataDir(), makeBenchKey()];
    const begun = performance.now();
    const daemon = await startOn(dataDir, key);
    ours!.push(performance.now() - begun);
    cpus!.push(cpuOf(daemon.pid) * 1000);
    await daemon.stop();
    if (!kept) rmSync(dataDir, { recursive: true });
  }
  if (kept) rmSync(kept[0], { recursive: true });
  const { median, min, max } = spread(ours!);
  return {
    name: `from the start to ready, ${monitors === 0 ? "on an empty directory" : `with ${monitors} monitors`}`,
    ours: `${median.toFixed(0)} ms (${min.toFixed(0)}–${max.toFixed(0)}), ${spread(cpus!).median.toFixed(0)} ms of CPU`,
    peer: `node -e 0 ${spread(nodes!).median.toFixed(0)} ms`,
    ratio: spread(ours!.map((value, i) => value / nodes![i]!)),
    measures: [
      { name: "ready", value: median, unit: "ms", goal: { most: monitors === 0 ? 500 : 1000 } },
    ],
  };
}

/** A Node that does nothing, ms. */
function nothing(): number {
  const begun = performance.now();
  spawnSync(process.execPath, ["-e", "0"]);
  return performance.now() - begun;
}

/** A data directory and its key. There is nothing to do for its monitors. */
async function databaseWith(monitors: number): Promise<[dataDir: string, key: string]> {
  const [dataDir, key] = [makeBenchDataDir(), makeBenchKey()];
  const daemon = await startOn(dataDir, key);
  await declareQuiet(daemon, monitors);
  await daemon.stop();
  return [dataDir, key];
}
