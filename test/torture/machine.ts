/**
 * `disk`: the daemon on SQLite under load, while its disk is full, read-only, does not sync, or is locked by another
 * program, while the process stands still, and while the push server refuses. At the end a page of the file is damaged and
 * a second daemon is started on the folder: both are refused with a sentence, and nothing is lost.
 */
import Sqlite from "better-sqlite3";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { canInject, failing, faults as diskFaults } from "../support/failing-disk.ts";
import { isReady, runMonitord, startMonitord } from "../support/process.ts";
import { canMount, startDisk } from "../support/small-disk.ts";
import type { History } from "./history.ts";
import { prepareRun, verdictOf, type Scenario } from "./service.ts";

/** How long a fault lasts, ms. */
const lasts = { least: 2000, more: 6000 };
/** MB */
const diskSize = 80;

/** Lets something be wrong for so long, and ends it. */
type Fault = (ms: number) => Promise<void>;

export const disk: Scenario = async ({ seed, seconds, say }) => {
  if (!canInject || !canMount) {
    say("Without strace and mount namespaces, no disk is tried.");
    return { figures: {}, violations: [] };
  }
  const folder = mkdtempSync(join(tmpdir(), "monitord-torture-"));
  const dataDir = join(folder, "data");
  const small = await startDisk(dataDir, diskSize);
  const prepared = await prepareRun(seed, 100);
  const args = ["--data-dir", dataDir];
  let daemon = await startMonitord(args, prepared.env, small.before);
  await isReady(daemon);
  const torture = await prepared.start(
    daemon.url,
    { groups: 100, fires: 400 },
    { senders: 8, pause: 5, causes: 300 },
  );
  torture.moved(daemon.url);
  const { phone, random, faults } = torture;
  const database = join(small.path, "monitord.db");

  const injected =
    (fault: string): Fault =>
    async (ms) => {
      const disk = await failing(daemon.child.pid!, fault);
      await sleep(ms);
      await disk.end();
    };
  const pushes =
    (status: number): Fault =>
    async (ms) => {
      phone.failWith(status);
      await sleep(ms);
      phone.failWith(null);
    };
  const kinds: Record<string, Fault> = {
    "a full disk": async (ms) => {
      try {
        small.leave(0);
      } catch (error) {
        // The daemon was faster, and took the last of it.
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      }
      await sleep(ms);
      small.clear();
    },
    "a disk that became read-only": injected(diskFaults["the file system became read-only"]),
    "a disk that does not sync": injected(diskFaults["fsync fails"]),
    "a file that another program locks": async (ms) => {
      const other = new Sqlite(database, { timeout: 60_000 });
      other.exec("begin immediate");
      await sleep(ms);
      other.exec("rollback");
      other.close();
    },
    "a process that stands still": async (ms) => {
      daemon.child.kill("SIGSTOP");
      await sleep(3 * ms);
      daemon.child.kill("SIGCONT");
    },
    "a push server that answers 500": pushes(500),
    "a push server that answers 429": pushes(429),
  };
  const counts: Record<string, number> = {};
  const ends = Date.now() + seconds * 1000;
  const violations: string[] = [];
  try {
    for (let i = 0; Date.now() < ends; i++) {
      const names = Object.keys(kinds);
      const name = i < names.length ? names[i]! : names[Math.floor(random() * names.length)]!;
      const ms = lasts.least + random() * lasts.more;
      const fault = { kind: name, at: Date.now(), until: Infinity };
      faults.push(fault);
      await kinds[name]!(ms);
      while (!(await isWell(daemon.url))) await sleep(50);
      // The next attempt waits for no longer than the failures lasted.
      fault.until =
        Date.now() + (name.startsWith("a push server") ? 2 * (Date.now() - fault.at) : 0);
      counts[name] = (counts[name] ?? 0) + 1;
      await torture.read();
      await sleep(2000);
    }
    const history = withoutNotices(await torture.finish());

    const second = await runMonitord(["serve", "--port", "0", ...args], prepared.env, small.before);
    if (second.code === 0 || !/Another monitord \(pid \d+\) is running on/.test(second.stderr))
      violations.push(`a second daemon on the folder ended with ${second.code}: ${second.stderr}`);
    await daemon.stop();
    const kept = readFileSync(database);
    writeFileSync(database, damaged(kept));
    const refused = await runMonitord(
      ["serve", "--port", "0", ...args],
      prepared.env,
      small.before,
    );
    if (refused.code === 0 || !/is damaged/.test(refused.stderr))
      violations.push(`a damaged file was not refused: ${refused.code}, ${refused.stderr}`);
    writeFileSync(database, kept);
    daemon = await startMonitord(args, prepared.env, small.before);
    await isReady(daemon);
    for (const [name, count] of Object.entries(counts)) say(`${count} × ${name}`);
    const outcome = verdictOf(history);
    return { ...outcome, violations: [...outcome.violations, ...violations] };
  } finally {
    daemon.child.kill("SIGCONT");
    await daemon.kill();
    await phone.stop();
    await small.end();
    rmSync(folder, { recursive: true });
  }
};

/** Whether it answers, and may write. */
const isWell = (url: string) =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** A file in which a page of the middle is not what was written. */
function damaged(file: Buffer): Buffer {
  const copy = Buffer.from(file);
  const page = 4096 * Math.floor(file.length / 8192);
  copy.fill(0xa5, page, page + 4096);
  return copy;
}

/** Without what monitord says about itself and its disk, to all of its people. */
const withoutNotices = (history: History): History => ({
  ...history,
  messages: history.messages.filter(({ title }) => !/^(The disk of )?monitord\b/.test(title)),
});
