/** Errors of the database file and its disk: which kind they are, and the sentence for people. */
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { fullSentence, type Room } from "../../core/disk/room.ts";
import { EnvironmentError } from "../kit/unavailable.ts";
import { roomIn } from "./reserve.ts";

export const codeOf = (error: unknown): string => (error as { code?: string }).code ?? "";

/** True for an error that ends a whole transaction, with an unknown outcome. */
export function isOfTheDisk(error: unknown): boolean {
  return /^SQLITE_(FULL|IOERR|READONLY|CORRUPT|NOTADB|BUSY|CANTOPEN|NOMEM)/.test(codeOf(error));
}

/** True for an error for lack of room. */
export function isFull(error: unknown, { free }: Room): boolean {
  const code = codeOf(error);
  // The index of the WAL is mapped into memory: without room it fails in another way.
  return (
    code === "SQLITE_FULL" ||
    code === "ENOSPC" ||
    (/^SQLITE_(IOERR|CANTOPEN)/.test(code) && free < 64 * 1024)
  );
}

/** True when the disk that holds the file was mounted, or made, read-only. */
export function isReadOnly(path: string): boolean {
  try {
    accessSync(existsSync(path) ? path : dirname(path), constants.W_OK);
    return false;
  } catch (error) {
    return codeOf(error) === "EROFS";
  }
}

/** The error of a start that cannot use the file: one with the cause and the remedy, or the same when they are unknown. */
export function startError(error: unknown, path: string, user = process.getuid?.()): unknown {
  const room = roomIn(dirname(path));
  if (isFull(error, room))
    return new EnvironmentError(
      `${fullSentence(room)} The database ${path} cannot be opened. Free some space, and start again.`,
    );
  if (isReadOnly(path))
    return new EnvironmentError(
      `The disk that holds ${room.folder} is read-only. Mount it with write access, or choose another --data-dir.`,
    );
  if (/^SQLITE_(NOTADB|CORRUPT)/.test(codeOf(error)))
    return new EnvironmentError(
      `The database ${path} is damaged, or no database of monitord (${String((error as Error).message)}). Put a backup in its place: monitord restore FILE --data-dir ${room.folder}`,
    );
  if (!/^SQLITE_(READONLY|CANTOPEN|PERM)|^E(ACCES|PERM)/.test(codeOf(error))) return error;
  const wrong = [path, `${path}-wal`, `${path}-shm`, room.folder]
    .map((file) => whyDenied(file, user))
    .find((why) => why !== null);
  return wrong ? new EnvironmentError(wrong) : error;
}

/** Why this user may not write to a file or folder; null: it may, as far as owner and mode say, or is not there. */
function whyDenied(file: string, user: number | undefined): string | null {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat || user === undefined) return null;
  const mode = (stat.mode & 0o777).toString(8).padStart(3, "0");
  if (stat.uid !== user)
    return `${file} belongs to user ${stat.uid} and has mode ${mode}, and monitord runs as user ${user}, who cannot write to it. Run: chown ${user} ${file}`;
  return stat.mode & 0o200
    ? null
    : `${file} has mode ${mode}: its owner cannot write to it. Run: chmod u+w ${file}`;
}
