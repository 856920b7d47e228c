/**
 * A program for the folder of the backups. The daemon runs it as a process of its own: the disk of another machine can hang, and
 * stops all of a process that asks for it. `backup-folder FOLDER [KEEP]` makes the folder, deletes all backups but the newest KEEP, if it
 * is given, and prints the newest one as JSON.
 */
import { mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { backupTime, surplus, type Backup } from "./rotation.ts";

const [folder = "", keep] = process.argv.slice(2);

try {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (keep !== undefined)
    for (const name of surplus(readdirSync(folder), Number(keep))) rmSync(join(folder, name));
  process.stdout.write(JSON.stringify(newest()));
} catch (error) {
  process.stderr.write((error as Error).message);
  process.exitCode = 1;
}

function newest(): Backup {
  const name = readdirSync(folder)
    .filter((one) => backupTime(one) !== null)
    .toSorted()
    .at(-1);
  if (name === undefined) return { made_at: null, bytes: 0 };
  return { made_at: backupTime(name), bytes: statSync(join(folder, name)).size };
}
