/** Files that a power cut must not take back or leave in part: a file is on disk before it has its name, and then its name is. */
import { closeSync, fsyncSync, lchownSync, openSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** Writes the pages of a file that the system holds in memory to the disk. */
export function syncFile(path: string): void {
  const handle = openSync(path, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** The errors of a file system that cannot sync folders, and of a folder that may be written and not read. */
const without = new Set(["EINVAL", "ENOTSUP", "EBADF", "EACCES", "EPERM"]);

/** The same of the names in the folder of a file or folder, where that is possible. */
export function syncName(path: string): void {
  try {
    syncFile(dirname(path));
  } catch (error) {
    if (!without.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}

/** Gives the file `partial` the name `path`, in place of a file that has it. All of it is on disk when this returns. */
export function putInPlace(partial: string, path: string): void {
  syncFile(partial);
  renameSync(partial, path);
  syncName(path);
}

/**
 * Gives a file that root made to the user of the service: the owner of the file `path` that it becomes, or of the folder. Root's
 * own files stay. Without this a command under sudo would leave a data directory that monitord cannot open.
 */
export function keepOwner(file: string, path: string): void {
  if (process.geteuid?.() !== 0) return;
  const owner = [path, dirname(path)]
    .map((one) => statSync(one, { throwIfNoEntry: false }))
    .find((stat) => stat !== undefined && stat.uid !== 0);
  if (!owner) return;
  try {
    // A link changes hands itself: it could lead to any file of root.
    lchownSync(file, owner.uid, owner.gid);
  } catch {
    // A file system without owners, or one that keeps root out: the start names the fault.
  }
}
