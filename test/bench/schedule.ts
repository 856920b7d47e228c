/** Whether checks are made when they are due: fifty thousand monitors, and ten thousand after a crash. */
import { rmSync } from "node:fs";
import { nextDue } from "../../src/core/health/schedule.ts";
import { makeBenchDataDir, makeBenchKey, startOn, type BenchDaemon } from "./daemon.ts";
import { declareFleet, startTarget, type Target } from "./fleet.ts";
import { cpuOf, memoryOf, sleep } from "./processes.ts";
import type { Row } from "./row.ts";

const interval = 60_000;

/** With `monitors` on a data directory of its own. */
async function withFleet(
  monitors: number,
  measure: (fleet: {
    daemon: BenchDaemon;
    target: Target;
    restart: () => Promise<BenchDaemon>;
  }) => Promise<Row>,
): Promise<Row> {
  const target = await startTarget();
  const [dataDir, key] = [makeBenchDataDir(), makeBenchKey()];
  let daemon = await startOn(dataDir, key);
  const restart = async () => {
    await daemon.kill();
    return (daemon = await startOn(dataDir, key));
  };
  try {
    await declareFleet(daemon, monitors, target.url);
    while (target.asked.size < monitors) await sleep(1000);
    return await measure({ daemon, target, restart });
  } finally {
    await daemon.stop();
    target.stop();
    rmSync(dataDir, { recursive: true });
  }
}

export const benchMany = (): Promise<Row> =>
  withFleet(50_000, async ({ daemon, target }) => {
    const ids = await idsByPath(daemon);
    await sleep(interval);
    target.asked.clear();
    const begun = Date.now();
    const cpu = cpuOf(daemon.pid);
    let most = 0;
    for (let i = 0; i < 120; i++) {
      await sleep(1000);
      most = Math.max(most, memoryOf(daemon.pid).resident);
    }
    const used = (cpuOf(daemon.pid) - cpu) / ((Date.now() - begun) / 1000);
    // The last instant at which each was due: the phase of a monitor follows from its id.
    const late = [...target.asked]
      .flatMap(([path, times]) => times.map((at) => lateness(ids.get(path)!, at)))
      .toSorted((a, b) => a - b);
    const at = (share: number) => late[Math.floor(late.length * share)]!;
    return {
      name: "50,000 monitors every minute: how late they are asked in two minutes",
      ours: `p50 ${at(0.5).toFixed(0)} ms, p99 ${at(0.99).toFixed(0)} ms, at most ${late.at(-1)!.toFixed(0)} ms; ${late.length} checks, ${(used * 100).toFixed(0)} % of a core, ${most.toFixed(0)} MiB`,
      measures: [
        { name: "p99", value: at(0.99), unit: "ms", goal: { most: 250 } },
        { name: "memory", value: most, unit: "MiB", goal: { most: 500 } },
      ],
    };
  });

const lateness = (id: string, at: number) => at - (nextDue(id, interval, at) - interval);

export const benchKilled = (): Promise<Row> =>
  withFleet(10_000, async ({ daemon, target, restart }) => {
    const ids = await idsByPath(daemon);
    // From here on each is asked in its own phase of the minute.
    await sleep(1.5 * interval);
    target.asked.clear();
    await restart();
    const begun = Date.now();
    while (target.asked.size < 10_000 && Date.now() < begun + 3 * interval) await sleep(200);
    const seconds = (Date.now() - begun) / 1000;
    const firsts = [...target.asked].map(([path, [first]]) => ({
      at: first! - begun,
      due: first! - begun - lateness(ids.get(path)!, first!),
    }));
    // Those that were due while it was down are asked at once.
    const inTime = firsts.filter(({ due }) => due >= 0);
    const perSecond = Map.groupBy(inTime, ({ at }) => Math.floor(at / 1000));
    const most = Math.max(...[...perSecond.values()].map((one) => one.length));
    return {
      name: "10,000 monitors every minute after SIGKILL and a start: until all were asked again",
      ours: `${firsts.length} in ${seconds.toFixed(1)} s, ${firsts.length - inTime.length} of them overdue at the start, of the others at most ${most} in a second`,
      measures: [
        { name: "until all", value: seconds, unit: "s", goal: { most: interval / 1000 } },
        // Evenly they are 167.
        { name: "in a second", value: most, unit: "checks", goal: { most: 334 } },
      ],
    };
  });

/** The id of the monitor that asks a path. */
async function idsByPath(daemon: BenchDaemon): Promise<Map<string, string>> {
  const all = await daemon.api<{ id: string; url: string }[]>("GET", "/health_check_monitors");
  return new Map(all.map(({ id, url }) => [new URL(url).pathname, id]));
}
