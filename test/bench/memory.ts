/** Memory of the daemon: at rest, with ten thousand monitors, and after a minute of reports. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startBenchDaemon } from "./daemon.ts";
import { declareFleet, startTarget } from "./fleet.ts";
import { makeMonitors, script, wrk } from "./ingest.ts";
import { memoryOf, sleep } from "./processes.ts";
import type { Measure, Row } from "./row.ts";

const rest = 30_000;
const minute = 60_000;

const text = ({ resident, anonymous }: ReturnType<typeof memoryOf>) =>
  `${resident.toFixed(0)} MiB (${anonymous.toFixed(0)} of it anonymous)`;

const mib = (name: string, { resident }: ReturnType<typeof memoryOf>, most?: number): Measure => ({
  name,
  value: resident,
  unit: "MiB",
  ...(most !== undefined && { goal: { most } }),
});

/** Watches a process until `end`, looking `every` so many ms; the largest that it was. */
export async function largest(
  pid: number,
  end: Promise<unknown>,
  every = 500,
): Promise<ReturnType<typeof memoryOf>> {
  let over = false;
  void end.finally(() => (over = true));
  let most = memoryOf(pid);
  while (!over) {
    const now = memoryOf(pid);
    if (now.resident > most.resident) most = now;
    await sleep(every);
  }
  await end;
  return most;
}

export async function benchIdle(): Promise<Row> {
  const daemon = await startBenchDaemon();
  try {
    await sleep(rest);
    const memory = memoryOf(daemon.pid);
    return {
      name: "memory at rest, half a minute after the start",
      ours: text(memory),
      measures: [mib("at rest", memory, 110)],
    };
  } finally {
    await daemon.stop();
  }
}

export async function benchMemoryOfChecks(): Promise<Row> {
  const target = await startTarget();
  const daemon = await startBenchDaemon();
  try {
    await declareFleet(daemon, 10_000, target.url);
    const declared = memoryOf(daemon.pid);
    await sleep(minute);
    const most = await largest(daemon.pid, sleep(2 * minute));
    return {
      name: "memory with 10,000 monitors every minute, the most of two minutes",
      ours: `${text(most)}, after their apply ${text(declared)}`,
      measures: [mib("at most", most, 200)],
    };
  } finally {
    await daemon.stop();
    target.stop();
  }
}

export async function benchMemoryOfLoad(): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), "monitord-wrk-"));
  const daemon = await startBenchDaemon();
  try {
    const { paths } = await makeMonitors(daemon, 200);
    const before = memoryOf(daemon.pid);
    const load = async () => {
      const posts = script(folder, "ours.lua", paths);
      for (const end = Date.now() + minute; Date.now() < end;) await wrk(daemon.url, posts);
    };
    const most = await largest(daemon.pid, load());
    await sleep(minute);
    const after = memoryOf(daemon.pid);
    return {
      name: "memory in a minute of reports on 200 monitors by 128 connections",
      ours: `${text(most)}; before ${text(before)}, a minute later ${text(after)}`,
      measures: [mib("at most", most, 250), mib("a minute later", after)],
    };
  } finally {
    await daemon.stop();
    rmSync(folder, { recursive: true });
  }
}
