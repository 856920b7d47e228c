/** A folder in memory for all that a run of tests writes: Linux has one where every user may. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";

const place = "/dev/shm";
/** Bytes that must be free there; a run needs some hundred million. */
const enough = 2 * 2 ** 30;

/** Gone when this process ends. Null: there is none, it has little room, or no program may be run from it. */
export function folderInMemory(): string | null {
  try {
    const mounts = readFileSync("/proc/mounts", "utf8").split("\n");
    const [, , kind, options = "noexec"] =
      mounts.findLast((line) => line.split(" ")[1] === place)?.split(" ") ?? [];
    const { bavail, bsize } = statfsSync(place);
    if (kind !== "tmpfs" || options.includes("noexec") || bavail * bsize < enough) return null;
  } catch {
    return null;
  }
  const folder = mkdtempSync(`${place}/monitord-tests-`);
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o1777);
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
