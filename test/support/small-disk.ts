/** A small disk for processes of a test: a tmpfs in a mount namespace that no other process sees. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const unshare = ["--user", "--map-root-user", "--mount"];

/** False where a test may not make one. */
export const canMount =
  spawnSync("unshare", [...unshare, "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status === 0;

export type SmallDisk = Awaited<ReturnType<typeof startDisk>>;

/** Makes `folder` a disk of that many MB for the processes that are started with `before`. */
export async function startDisk(folder: string, megabytes: number) {
  mkdirSync(folder, { recursive: true });
  const script = `mount -t tmpfs -o size=${megabytes}m tmpfs "$0" && echo mounted && exec cat`;
  // It ends with its input.
  const holder = spawn("unshare", [...unshare, "sh", "-c", script, folder]);
  await once(holder.stdout, "data");
  const path = `/proc/${holder.pid}/root${folder}`;
  const ballast = join(path, "ballast");
  const free = () => {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  };
  return {
    /** Put before the command of a process. */
    before: ["nsenter", "--preserve-credentials", "--user", "--mount", `--target=${holder.pid}`],
    /** The folder, seen from outside. */
    path,
    free,
    /** Takes room until that many bytes are free. */
    leave(bytes: number): void {
      const taken = free() - bytes;
      if (taken > 0) writeFileSync(ballast, Buffer.alloc(taken, 1), { flag: "a" });
    },
    /** Frees the room that was taken. */
    clear(): void {
      rmSync(ballast, { force: true });
    },
    async end(): Promise<void> {
      const ended = once(holder, "exit");
      holder.stdin.end();
      await ended;
    },
  };
}
