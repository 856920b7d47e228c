/** Memory of the daemon: at rest, with ten thousand monitors, and after a minute of reports. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startBenchDaemon } from "./daemon.ts";
import { declareFleet, startTarget } from "./fleet.ts";
import { makeMonitors, script, wrk } from "./ingest.ts";
import { memoryOf, sleep } from "./processes.ts";

/** A row without a peer: what is asked for is a bound. */
export interface Figure {
  name: string;
  ours: string;
  goal: string;
}

const rest = 30_000;
const minute = 60_000;

const text = ({ resident, anonymous }: ReturnType<typeof memoryOf>) =>
  `${resident.toFixed(0)} MiB (${anonymous.toFixed(0)} of it anonymous)`;

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

export async function benchIdle(): Promise<Figure> {
  const daemon = await startBenchDaemon();
  try {
    await sleep(rest);
    return {
      name: "memory at rest, half a minute after the start",
      ours: text(memoryOf(daemon.pid)),
      goal: "≤ 110 MiB",
    };
  } finally {
    await daemon.stop();
  }
}

export async function benchMemoryOfChecks(): Promise<Figure> {
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
      goal: "≤ 200 MiB",
    };
  } finally {
    await daemon.stop();
    target.stop();
  }
}

export async function benchMemoryOfLoad(): Promise<Figure> {
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
    return {
      name: "memory in a minute of reports on 200 monitors by 128 connections",
      ours: `${text(most)}; before ${text(before)}, a minute later ${text(memoryOf(daemon.pid))}`,
      goal: "≤ 250 MiB, and back",
    };
  } finally {
    await daemon.stop();
    rmSync(folder, { recursive: true });
  }
}
