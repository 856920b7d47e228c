/** A database as one end of a copy. */
import type { Context } from "../queries/context.ts";
import type { Procedure } from "../kit/procedure.ts";
import type { TableProcedures } from "../kit/statements.ts";
import type { Dialect } from "../migrations/migrations.ts";
import type { Mark } from "./mark.ts";

/** A copy cannot be made or resumed; the message is a sentence with the remedy. */
export class CopyRefused extends Error {
  override readonly name = "CopyRefused";
}

/** The last numbers of the tables that number their rows, by the name of the table. */
export type Numbers = Record<string, number>;

/** It has the tables of this version; a target is made with them. */
export interface End {
  readonly dialect: Dialect;
  /** The database as people know it. */
  readonly shown: string;
  /** Over `plainTables`. */
  readonly context: Context;
  /** The table of marks; it need not be there. */
  readonly marks: TableProcedures<Mark>;
  isMarked(): Promise<boolean>;
  /** Makes the table of marks. */
  prepareMark(): Promise<void>;
  /** Removes the table of marks: the database can be used. It is on disk when this returns. */
  unmark(): Promise<void>;
  /** Runs a procedure as a transaction, or as a part of the one that `freeze` began. */
  run<T>(procedure: Procedure<T>): Promise<T>;
  /** Begins a transaction that locks out other writers; throws `CopyRefused` while another writes. */
  freeze(): Promise<void>;
  /** Commits it, on disk when it returns. */
  thaw(): Promise<void>;
  /** The service time of a database for several nodes; null: it is for one. */
  sharedNow(): Promise<number | null>;
  numbers(): Promise<Numbers>;
  /** Continues the numbers after these. */
  continueNumbers(numbers: Numbers): Promise<void>;
  /** Rolls back a transaction that is not committed. */
  close(): Promise<void>;
}

/** Which end a database is opened as: a source must be there, a target is made. */
export type Role = "source" | "target";

/** Refuses a database whose schema a start would bring to this version. */
export const refuseEarlier = (shown: string): CopyRefused =>
  new CopyRefused(
    `${shown} has the schema of an earlier version. Bring it to this one with monitord migrate, and repeat.`,
  );

/** Refuses a database whose journal has reports: only a writer of its own puts them where they belong. */
export const refuseUnwritten = (shown: string): CopyRefused =>
  new CopyRefused(
    `${shown} was not closed by its last monitord. Let monitord migrate do that, and repeat.`,
  );

export const refuseNone = (shown: string): CopyRefused =>
  new CopyRefused(`No database of monitord in ${shown}.`);

export const refuseBusy = (shown: string, why: string): CopyRefused =>
  new CopyRefused(
    `${shown} is in use by another process (${why}). Stop every monitord on it, and repeat.`,
  );
