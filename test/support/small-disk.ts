/** A small disk for a process of its own: a tmpfs in a mount namespace that nobody else sees. */
import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const namespace = ["unshare", "--user", "--map-root-user", "--mount"];
const [unshare, ...flags] = namespace;

/** False where a test may not make one. */
export const canMount =
  spawnSync(unshare!, [...flags, "mount", "-t", "tmpfs", "tmpfs", "/mnt"]).status === 0;

/** Put before the command of a process: `folder` is then a disk of that many MB for it. */
export function onDisk(folder: string, megabytes: number): string[] {
  mkdirSync(folder, { recursive: true });
  const script = `mount -t tmpfs -o size=${megabytes}m tmpfs "$0" && exec "$@"`;
  return [...namespace, "sh", "-c", script, folder];
}

/** That disk, seen from outside, also when its process has ended, until `close`. */
export function diskOf(pid: number, folder: string) {
  const handle = openSync(`/proc/${pid}/root${folder}`, "r");
  const path = `/proc/self/fd/${handle}`;
  const ballast = join(path, "ballast");
  return {
    path,
    free(): number {
      const { bavail, bsize } = statfsSync(path);
      return bavail * bsize;
    },
    /** Takes room until so many bytes are free. */
    leave(free: number): void {
      const { bavail, bsize } = statfsSync(path);
      const taken = bavail * bsize - free;
      if (taken > 0) writeFileSync(ballast, Buffer.alloc(taken, 1), { flag: "a" });
    },
    close: () => closeSync(handle),
    /** Frees the room that was taken. */
    clear(): void {
      rmSync(ballast, { force: true });
    },
  };
}
