/** The messages between the store and the writer, which may be in another thread: plain data. */
import type { Disk } from "../../core/disk/room.ts";
import type { Nudge } from "../kit/nudge.ts";
import type { Request } from "../kit/request.ts";

export interface WriterOptions {
  path: string;
  now: number;
  /** Copies the database beside itself before an upgrade changes it; true unless given. */
  migrationCopy?: boolean;
}

/** Verbs that are committed together. */
export type Batch = Request[];

export interface WriterAnswer {
  /** One per request, in their order; empty when the batch was lost. `refused`: a sentence; the disk is full. */
  results: ({ value: unknown } | { error: string } | { refused: string })[];
  nudges: Nudge[];
  /** Why the whole batch was rolled back, as a sentence; null when it is on disk. */
  lost: string | null;
  /** Why the last write failed; null: it succeeded. A batch that wrote no row is no evidence. */
  failure: string | null;
}

/** Asks for one step of upkeep; the answer is the disk after it. */
export const upkeep = "upkeep";
export interface Kept {
  disk: Disk;
}

export type Ready = { ready: true } | { ready: false; message: string };
