/** The messages between the store and the writer, which may be in another thread: plain data. */
import type { Disk } from "../../core/disk/room.ts";
import type { Nudge, TimedNudge } from "../kit/nudge.ts";
import type { Request } from "../kit/request.ts";

export interface WriterOptions {
  path: string;
  now: number;
  /** Copies the database beside itself before an upgrade changes it; true unless given. */
  migrationCopy?: boolean;
  /** The file with the keys of the secrets; absent: beside the database. */
  secretsKeyFile?: string;
  /** The number of requests with reports from which on a batch uses the report journal; 8 unless given. */
  journalFrom?: number;
}

/**
 * A request that is to be run. The writer keeps the requests that it does not finish, so that a large
 * one crosses threads once: from then on `request` is absent.
 */
export interface Turn {
  id: number;
  /** Turns of one source are taken in their order. */
  source: string;
  verb: string;
  request?: Request;
  /** Runs only if a turn before it nudged so, and time is left. */
  after?: Nudge;
}

/**
 * Turns that are committed together, as far as the time of the batch allows. A batch without turns writes out some of
 * the report journal.
 */
export type Batch = Turn[];

/** A request without a verb: it is answered when the report journal is written out. */
export const writtenOut = "written out";

/**
 * unfinished: it stopped at a cut. waiting: it has not begun. Both need another turn. skipped: it was to follow a nudge,
 * and did not. `refused`: a sentence; the disk is full.
 */
export type TurnResult =
  | { value: unknown }
  | { error: string }
  | { refused: string }
  | "unfinished"
  | "waiting"
  | "skipped";

export interface WriterAnswer {
  /** One per turn, in their order; empty when the batch was lost. */
  results: TurnResult[];
  nudges: TimedNudge[];
  /** Why the whole batch was rolled back, as a sentence; null when it is on disk. */
  lost: string | null;
  /** Why the last write failed; null: it succeeded. A batch that wrote no row proves neither. */
  failure: string | null;
  /** Reports in the journal that are not in the tables yet. */
  unwritten: number;
  /** How long the transaction took, ms, and the verb that took the longest in it. */
  took: number;
  verb: string;
}

/** Asks for one step of upkeep; the answer is the disk after it. */
export const upkeep = "upkeep";
export interface Kept {
  disk: Disk;
}

export type Ready = { ready: true } | { ready: false; message: string; environment: boolean };
