/**
 * Makes a backup every day, checks it, and deletes the oldest. `monitord backup` makes it in a process of its own,
 * because a copy of a large database would hold up checks and pushes for seconds.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { BackupState } from "../../app/ports.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Log } from "../log.ts";
import { startLoop, type Loop, type LoopContext } from "../loop.ts";
import { backupName, backupTime, nextBackup, surplus, type BackupSettings } from "./rotation.ts";

/** Between two attempts after a failure, ms. */
const retry = 15 * 60_000;

/** The state of the backups, as this node saw it last. */
export class BackupView {
  seen: BackupState | null = null;
}

export function startBackups(
  context: LoopContext & {
    backups: BackupSettings;
    dataDir: string;
    backupView: BackupView;
    log: Pick<Log, "info" | "error">;
  },
): Loop {
  const { clock, backups, dataDir, backupView, log } = context;
  const { folder, keep, at } = backups;
  let retryAt: Instant | null = null;

  return startLoop(async () => {
    const now = clock.now();
    const state = (backupView.seen ??= { ...newest(folder), failures: 0, problem: null });
    const next = retryAt ?? nextBackup(at, state.made_at, now);
    if (now < next) return next;
    const file = join(folder, backupName(now));
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      await copy(file, dataDir);
      for (const name of surplus(readdirSync(folder), keep)) rmSync(join(folder, name));
      retryAt = null;
      backupView.seen = { ...state, ...newest(folder), problem: null };
      log.info({ file }, `wrote the backup ${file}`);
    } catch (error) {
      retryAt = clock.now() + retry;
      const problem = (error as Error).message;
      backupView.seen = { ...state, failures: state.failures + 1, problem };
      log.error({ file }, `no backup was made: ${problem}`);
    }
    return "again";
  }, context);
}

/** When the newest backup of the folder was made, and its size. */
function newest(folder: string): Pick<BackupState, "made_at" | "bytes"> {
  try {
    const name = readdirSync(folder)
      .filter((one) => backupTime(one) !== null)
      .toSorted()
      .at(-1);
    if (name === undefined) return { made_at: null, bytes: 0 };
    return { made_at: backupTime(name), bytes: statSync(join(folder, name)).size };
  } catch {
    return { made_at: null, bytes: 0 };
  }
}

/** Runs `monitord backup`; throws its last words when it fails. */
async function copy(file: string, dataDir: string): Promise<void> {
  // Options of Node end with `--`, as in `bin/preflight.js`.
  const words = ["--", process.argv[1]!, "backup", file, "--data-dir", dataDir];
  const child = spawn(process.execPath, words, {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let fault = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (fault += text));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0)
    throw new Error(fault.trim().replace(/^monitord: /, "") || `it ended with ${code}`);
}
