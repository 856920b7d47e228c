/**
 * Detects network file systems, on which SQLite can lose data: their locks and their cache are not those of a
 * disk.
 */
import { statfsSync } from "node:fs";

/** By the number that Linux gives them (statfs(2)). */
const names = new Map([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xff534d42, "CIFS"],
  [0xfe534d42, "SMB"],
  [0x01021997, "9P"],
  [0x5346414f, "AFS"],
  [0x00c36400, "Ceph"],
  [0x19830326, "BeeGFS"],
  [0x0bd00bd0, "Lustre"],
]);

/** The sentence about a data directory on such a file system; null: it is on a disk, or its file system is unknown. */
export function networkDisk(
  dataDir: string,
  typeOf: (path: string) => number = (path) => statfsSync(path).type,
): string | null {
  let name: string | undefined;
  try {
    name = names.get(typeOf(dataDir));
  } catch {
    return null;
  }
  return name === undefined
    ? null
    : `the data directory ${dataDir} is on ${name}, a network file system, on which SQLite can lose data`;
}

export const networkDiskRemedy =
  "Put --data-dir on a local disk, or use PostgreSQL with --database-url.";
