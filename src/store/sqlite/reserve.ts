/**
 * The reserve: a file beside the database that is deleted when the disk is full, so that checks, incidents
 * and pages can still be written. Recreated when the disk has room for it and for as much besides.
 */
import { randomBytes } from "node:crypto";
import { closeSync, existsSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { hasRoomForReserve, reserveOf, type Room } from "../../core/disk/room.ts";
import { putInPlace } from "../kit/on-disk.ts";

/** The reserve beside a database. */
export const reserveFile = (database: string) => `${database}.reserve`;

/** The room on the disk that holds a folder. */
export function roomIn(folder: string): Room {
  const { bavail, blocks, bsize } = statfsSync(folder);
  return { folder, free: bavail * bsize, size: blocks * bsize };
}

export class Reserve {
  readonly #file: string;
  readonly #folder: string;
  /** True from a write that failed for lack of room until the reserve is made again. */
  spent = false;

  constructor(database: string) {
    this.#file = reserveFile(database);
    this.#folder = dirname(database);
  }

  /** The room on the disk now. */
  room(): Room {
    return roomIn(this.#folder);
  }

  /** After a write failed for lack of room. True: room was made, and the write is worth a second attempt. */
  spend(): boolean {
    const wasHeld = existsSync(this.#file);
    rmSync(this.#file, { force: true });
    const first = !this.spent;
    this.spent = true;
    // Without a reserve the requests that are refused from now on may be the ones that did not fit.
    return first || wasHeld;
  }

  /** Makes the reserve if it is missing and fits on the disk. */
  hold(): void {
    if (existsSync(this.#file)) {
      this.spent = false;
      return;
    }
    const room = this.room();
    this.spent = !hasRoomForReserve(room) || !this.#write(reserveOf(room));
  }

  /** False when the disk had no room after all, by a quota for example. */
  #write(size: number): boolean {
    // A crash in between leaves no reserve that is too small.
    const partial = `${this.#file}.partial`;
    try {
      const handle = openSync(partial, "w", 0o600);
      try {
        // Zeros would be no reserve on a disk that compresses.
        const chunk = randomBytes(1024 ** 2);
        for (let written = 0; written < size;)
          written += writeSync(handle, chunk, 0, Math.min(chunk.length, size - written));
      } finally {
        closeSync(handle);
      }
      putInPlace(partial, this.#file);
      return true;
    } catch {
      rmSync(partial, { force: true });
      return false;
    }
  }
}
