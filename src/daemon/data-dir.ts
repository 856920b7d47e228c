/** Prepares the data directory. */
import { existsSync, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { syncName } from "../store/kit/on-disk.ts";

/**
 * Creates the folder and missing parents, for this user alone. Throws the system's message. Works step by
 * step, because Node's recursive mkdir never ends where a parent cannot hold folders (below /proc, for
 * one).
 */
export function makeDataDir(path: string): void {
  const absolute = resolve(path);
  if (existsSync(absolute)) return;
  const parent = dirname(absolute);
  if (parent !== absolute) makeDataDir(parent);
  try {
    mkdirSync(absolute, { mode: 0o700 });
    syncName(absolute);
  } catch (error) {
    // Another process created it first.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
