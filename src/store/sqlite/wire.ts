/** The messages between the store and the writer, which may be in another thread: plain data. */
import type { Nudge } from "../kit/nudge.ts";
import type { Request } from "../kit/request.ts";

export interface WriterOptions {
  path: string;
  now: number;
  /** Copies the database beside itself before an upgrade changes it; true unless given. */
  migrationCopy?: boolean;
  /** The file with the keys of the secrets; absent: beside the database. */
  secretsKeyFile?: string;
}

/** Verbs that are committed together. */
export type Batch = Request[];

export interface WriterAnswer {
  /** One per request, in their order; empty when the batch was lost. */
  results: ({ value: unknown } | { error: string })[];
  nudges: Nudge[];
  /** Why the whole batch was rolled back; null when it is on disk. */
  lost: string | null;
}

export type Ready = { ready: true } | { ready: false; message: string };
