/** The folder that everything is kept in. */
import { existsSync, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Makes the folder and what is missing above it, for this user alone; throws what the system says.
 * Step by step, because node's own recursive mkdir tries for ever where a parent can hold no folders
 * (below /proc, for one).
 */
export function makeDataDir(path: string): void {
  const absolute = resolve(path);
  if (existsSync(absolute)) return;
  const parent = dirname(absolute);
  if (parent !== absolute) makeDataDir(parent);
  try {
    mkdirSync(absolute, { mode: 0o700 });
  } catch (error) {
    // Somebody else was faster.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
