/**
 * Makes a backup every day, checks it, and deletes the oldest. Processes of their own do all of it: a copy of a large database
 * would hold up checks and pushes for seconds, and a disk that hangs for as long as it does.
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BackupState } from "../../app/ports.ts";
import { formatDuration } from "../../core/text/duration.ts";
import { hour, minute } from "../../core/text/units.ts";
import type { Instant } from "../../core/model/model.ts";
import { RemoteDisk } from "../disk/remote-disk.ts";
import type { Log } from "../log.ts";
import { startLoop, type Loop, type LoopContext } from "../loop.ts";
import { backupName, nextBackup, type Backup, type BackupSettings } from "./rotation.ts";

/** Between two attempts after a failure, ms. */
const retry = 15 * minute;

/** How long the folder, and a copy, may take without being called a failure, ms. */
const patience = { folder: minute, copy: hour };

/** The state of the backups, as this node saw it last. */
export class BackupView {
  seen: BackupState | null = null;
}

// The program starts from a file, which has another name where it is compiled.
const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
const folderProgram = fileURLToPath(new URL(`./backup-folder.${extension}`, import.meta.url));

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

  function failed(problem: string): void {
    const { made_at, bytes, failures } = backupView.seen ?? none;
    backupView.seen = { made_at, bytes, failures: failures + 1, problem };
    log.error({ folder }, `no backup was made: ${problem}`);
  }

  const disk = new RemoteDisk();
  const output = (limit: number, ...words: string[]) =>
    disk.output(words, limit, () =>
      failed(`${folder} has not answered for ${formatDuration(limit)}`),
    );

  /** The newest backup. `words`: how many are kept, the others are deleted. */
  const newest = async (...words: string[]) =>
    JSON.parse(await output(patience.folder, folderProgram, folder, ...words)) as Backup;

  const loop = startLoop(async () => {
    try {
      const state = (backupView.seen ??= { ...none, ...(await newest()) });
      const now = clock.now();
      const next = retryAt ?? nextBackup(at, state.made_at, now);
      if (now < next) return next;
      const file = join(folder, backupName(now));
      // Makes the folder again if it was deleted since.
      await newest();
      // Options of Node end with `--`, as in `bin/preflight.js`.
      const copy = ["--", process.argv[1]!, "backup", file, "--data-dir", dataDir];
      await output(patience.copy, ...copy);
      const latest = await newest(String(keep));
      backupView.seen = { ...backupView.seen, ...latest, problem: null };
      retryAt = null;
      log.info({ file }, `wrote the backup ${file}`);
    } catch (error) {
      if (disk.isStopped) return null;
      retryAt = clock.now() + retry;
      failed((error as Error).message.replace(/^monitord: /, ""));
    }
    return "again";
  }, context);
  return {
    ...loop,
    stop() {
      disk.stop();
      return loop.stop();
    },
  };
}

const none: BackupState = { made_at: null, bytes: 0, failures: 0, problem: null };
