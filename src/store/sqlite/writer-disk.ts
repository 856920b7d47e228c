/** The disk as the writer knows it: whether the last write failed and why, and the reserve. */
import type { Database as Sqlite } from "better-sqlite3";
import { fullSentence, refusedSentence, type Disk } from "../../core/disk/room.ts";
import { codeOf, isFull, isOfTheDisk, isReadOnly } from "./file-errors.ts";
import { Reserve } from "./reserve.ts";
import { fold, probe, shrink } from "./upkeep.ts";

export class WriterDisk {
  readonly #path: string;
  readonly #sqlite: Sqlite;
  readonly #reserve: Reserve;
  /** Why the last write failed, as a sentence; null: it succeeded. */
  failure: string | null = null;

  constructor(path: string, sqlite: Sqlite) {
    this.#path = path;
    this.#sqlite = sqlite;
    this.#reserve = new Reserve(path);
  }

  /** Why reports and other bulk are refused now; null: they are not. */
  refusal(): string | null {
    return this.#reserve.spent ? refusedSentence(this.#reserve.room()) : null;
  }

  /** After a commit, which may have written no row: after a failure it takes a write to know that writes succeed. */
  confirm(): void {
    if (this.failure !== null) this.#probe();
  }

  #probe(): void {
    try {
      probe(this.#sqlite);
      this.failure = null;
    } catch (error) {
      this.failure = this.sentenceOf(error);
    }
  }

  /** After a write failed. True: the reserve made room, and the write is worth a second attempt. */
  makeRoom(error: unknown): boolean {
    return isFull(error, this.#reserve.room()) && this.#reserve.spend();
  }

  /** The sentence for an error of a write. */
  sentenceOf(error: unknown): string {
    const room = this.#reserve.room();
    if (isFull(error, room)) return fullSentence(room);
    if (isReadOnly(this.#path)) return `The disk that holds ${room.folder} is read-only.`;
    const message = error instanceof Error ? error.message : String(error);
    return isOfTheDisk(error) && !codeOf(error).startsWith("SQLITE_BUSY")
      ? `The file ${this.#path} cannot be written: ${message}.`
      : message;
  }

  /** One step of upkeep, some milliseconds: cuts the WAL, shrinks the file, makes the reserve, and tries to write after a failure. */
  upkeep(): Disk {
    try {
      fold(this.#sqlite, this.#path);
      shrink(this.#sqlite);
    } catch (error) {
      if (!this.makeRoom(error)) this.failure = this.sentenceOf(error);
    }
    // A disk that became read-only shows without a write.
    if (this.failure !== null || isReadOnly(this.#path)) this.#probe();
    this.#reserve.hold();
    return this.report();
  }

  report(): Disk {
    return { room: this.#reserve.room(), failure: this.failure, full: this.#reserve.spent };
  }
}
