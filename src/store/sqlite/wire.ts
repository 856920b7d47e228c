/** What passes between the main thread and the writer: plain data. */
import type { Nudge } from "../kit/nudge.ts";
import type { Request } from "../kit/request.ts";

/** Verbs that are committed together. */
export type Batch = Request[];

export interface Answer {
  /** One per request, in their order; empty when the batch was lost. */
  results: ({ value: unknown } | { error: string })[];
  nudges: Nudge[];
  /** Why the whole batch was rolled back; null when it is on disk. */
  lost: string | null;
}

/** What the writer is begun with. */
export interface WriterData {
  /** Of the database file. */
  path: string;
  now: number;
}

export type Ready = { ready: true } | { ready: false; message: string };
