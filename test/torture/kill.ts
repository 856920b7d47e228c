/**
 * `kill`: the daemon on SQLite under load, ended by SIGKILL again and again, at random moments and at system calls of
 * its commits, and started again at once.
 */
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { canInject, killedAt } from "../support/failing-disk.ts";
import { isReady, startMonitord, type Running } from "../support/process.ts";
import { prepareRun, verdictOf, type Outcome, type RunOptions, type Scenario } from "./service.ts";
import { judge } from "./verdict.ts";

/** System calls of a commit, by how many of them at most there are before the kill. The first kind is not only of files. */
const points = [
  { call: "writev", most: 60, ofFiles: false },
  { call: "write", most: 400, ofFiles: false },
  { call: "pwrite64", most: 400, ofFiles: true },
  { call: "fsync", most: 60, ofFiles: true },
] as const;
/** A kill at a system call that does not come is one at a random moment, after so long, ms. */
const longest = 3000;

interface Start {
  /** Put before the command of the daemon. */
  before: string[];
  name: string;
}

const atRandom: Start = { before: [], name: "a random moment" };

/** Ends the daemon itself: behind strace it is no child of ours. */
async function end({ child }: Pick<Running, "child">, dataDir: string): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  try {
    process.kill(Number(readFileSync(join(dataDir, "monitord.pid"), "utf8")), "SIGKILL");
  } catch {
    // It has ended meanwhile.
  }
  await ended;
}

async function run(
  { seed, seconds, say }: RunOptions,
  { groups, most }: { groups: number; most: number },
): Promise<Outcome> {
  const dataDir = mkdtempSync(join(tmpdir(), "monitord-torture-"));
  const prepared = await prepareRun(seed, 300);
  const start = async (before: string[] = []) => {
    const running = await startMonitord(["--data-dir", dataDir], prepared.env, before);
    await isReady(running);
    return running;
  };
  let daemon = await start();
  const torture = await prepared.start(
    daemon.url,
    { groups, fires: groups * 4 },
    { senders: 8, pause: 2, causes: 300 },
  );
  torture.moved(daemon.url);
  const { random, faults } = torture;
  const kills: Record<string, number> = {};
  const ends = Date.now() + seconds * 1000;
  let next: Start = atRandom;
  try {
    let isLast = false;
    while (!isLast) {
      const { name } = next;
      await Promise.race([
        once(daemon.child, "exit"),
        sleep(name === atRandom.name ? 100 + random() * 900 : longest),
      ]);
      const fault = { kind: name, at: Date.now(), until: Infinity };
      faults.push(fault);
      torture.moved();
      await end(daemon, dataDir);
      kills[name] = (kills[name] ?? 0) + 1;
      // The last daemon lives on: pages that are due are waited for.
      isLast = Date.now() >= ends || faults.length >= most;
      next = isLast ? atRandom : draw(random, dataDir);
      daemon = await start(next.before).catch(async () => {
        // It met its system call before it was ready.
        kills[`${next.name}, in a start`] = (kills[`${next.name}, in a start`] ?? 0) + 1;
        faults.push({ kind: next.name, at: Date.now(), until: Date.now() });
        next = atRandom;
        return start();
      });
      fault.until = Date.now();
      torture.moved(daemon.url);
      await torture.read();
      if (faults.length % 20 === 0) say(`${faults.length} kills`);
    }
    const history = await torture.finish();
    say(
      Object.entries(kills)
        .map(([name, count]) => `${count} at ${name}`)
        .join(", "),
    );
    return verdictOf(history);
  } finally {
    await end(daemon, dataDir);
    await prepared.phone.stop();
    rmSync(dataDir, { recursive: true });
  }
}

/** The next kill: every second one at a system call, where these can be traced. */
function draw(random: () => number, dataDir: string): Start {
  const point = points[Math.floor(random() * points.length)]!;
  const count = 1 + Math.floor(random() ** 2 * point.most);
  if (!canInject || random() < 0.5) return atRandom;
  const files = ["monitord.db", "monitord.db-wal"].map((name) => join(dataDir, name));
  return {
    before: killedAt(point.call, count, point.ofFiles ? files : []),
    name: `a call of ${point.call}`,
  };
}

export const kill: Scenario = (options) => run(options, { groups: 100, most: Infinity });

/**
 * A few kills, however long they take: what is stored, who is paged and how often does not depend on the machine, and
 * when is not asked.
 */
export const short: Scenario = async (options) => {
  const { history } = await run({ ...options, seconds: 600 }, { groups: 10, most: 4 });
  return judge(history!, Infinity);
};
