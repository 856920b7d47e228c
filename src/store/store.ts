/** The interface of a store: it runs verbs and reads, on either database. */
import type { Disk } from "../core/disk/room.ts";
import type { Instant } from "../core/model/model.ts";
import type { Context } from "./queries/context.ts";
import type { Nudge } from "./kit/nudge.ts";
import type { Procedure } from "./kit/procedure.ts";
import type { DeliverInput, ReportInput } from "./kit/request.ts";
import type { Reads } from "./reads/reads.ts";

/** A use case that writes: one transaction, all or nothing. `now` is the caller's clock. */
export type Verb = (c: Context, input: never) => Procedure<unknown>;

/**
 * The verbs of a store, by name. Calls of `report` and of `deliver` that wait for the same commit are joined into one
 * (`kit/joined`).
 */
export type Registry = Readonly<Record<string, Verb>> & {
  readonly report: (c: Context, input: ReportInput) => Procedure<{ accepted: number } | null>;
  readonly deliver: (c: Context, input: DeliverInput) => Procedure<unknown>;
};

export type InputOf<V> = V extends (c: Context, input: infer Input) => unknown ? Input : never;
export type AnswerOf<V> = V extends (...args: never[]) => Procedure<infer Answer> ? Answer : never;

export interface Store<R extends Registry> {
  /** Resolves once it can be used; rejects when it never will be. */
  ready: Promise<void>;
  /** Other nodes may use it at the same time. */
  shared: boolean;
  /** Runs one verb in one transaction; resolves after the commit is on disk. */
  run<V extends keyof R & string>(verb: V, input: InputOf<R[V]>): Promise<AnswerOf<R[V]>>;
  read: Reads;
  /** Calls `listener` after commits that made something due, or that is due at `at`. */
  onNudge(listener: (nudge: Nudge, at: Instant) => void): void;
  /**
   * Lets `verb` run at the end of a transaction that nudges, in place of the nudge, so that work made due in it is claimed
   * by the same commit. `input` is asked before each transaction; null: not with this one. `take` is given the answer
   * after the commit; null: it did not run. A store may do without.
   */
  follow<V extends keyof R & string>(
    nudge: Nudge,
    verb: V,
    input: () => InputOf<R[V]> | null,
    take: (answer: AnswerOf<R[V]> | null) => void,
  ): void;
  /**
   * Calls `listener` with the duration of each transaction that was committed, ms, and with the verb that took the
   * longest in it.
   */
  onTransaction(listener: (took: number, verb: string) => void): void;
  /** Why the database takes no writes, as a sentence; null: the last write succeeded. */
  failure(): string | null;
  /** One step of upkeep of the database's files; the disk after it, or null: they are a server's. */
  upkeep(): Promise<Disk | null>;
  /** Connections to the database server; null: a file has none. */
  connections(): { open: number; idle: number; most: number } | null;
  close(): Promise<void>;
}
