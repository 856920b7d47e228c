/**
 * Files and folders that a command writes because the user named them. One that cannot be written is wrong input,
 * with the reason in a few words.
 */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { wrongInput, type Failure } from "./failure.ts";

/** Writes the text to `path`, seen from `cwd`. */
export function writeOut(
  cwd: string,
  path: string,
  text: string,
  { next, ...how }: { mode?: number; flag?: "wx"; next?: string } = {},
): void {
  try {
    writeFileSync(resolve(cwd, path), text, how);
  } catch (error) {
    throw notWritten(path, error, next);
  }
}

/**
 * Creates the folder and missing parents, step by step: Node's recursive mkdir never ends where a parent cannot
 * hold folders (below /proc, for one). Throws the system's error.
 */
export function makeFolder(path: string, mode?: number): void {
  const absolute = resolve(path);
  if (existsSync(absolute)) return;
  const parent = dirname(absolute);
  if (parent !== absolute) makeFolder(parent, mode);
  try {
    mkdirSync(absolute, mode);
  } catch (error) {
    // Another process created it first.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

const reasons: Record<string, string> = {
  ENOENT: "its folder does not exist",
  ENOTDIR: "a part of its path is a file",
  EISDIR: "it is a folder",
  EACCES: "it is read-only",
  EPERM: "it is read-only",
  EROFS: "it is read-only",
  ENOSPC: "the disk is full",
};

/** The failure of a file or folder that cannot be written. */
export function notWritten(
  path: string,
  error: unknown,
  next = "name another place, in a folder that exists and that you can write to",
): Failure {
  const { code = "", message } = error as NodeJS.ErrnoException;
  return wrongInput("not_written", `${path} cannot be written: ${reasons[code] ?? message}`, next);
}
