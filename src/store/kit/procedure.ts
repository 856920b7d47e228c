/**
 * Storage code that is neither synchronous nor asynchronous: a procedure is a generator that yields
 * statements and receives their rows. better-sqlite3 answers at once and a database server answers later;
 * each procedure is written once, and a small driver per database runs it. A procedure can wait for
 * statements only, so a transaction cannot be held open over a network call by mistake.
 */

import type { ParamsOf } from "./taking.ts";

/** A statement of the query builder; `_.result` is the type of its answer. */
export interface Statement {
  prepare(): unknown;
  readonly _: { readonly result: unknown };
}

export interface BoundStatement {
  statement: Statement;
  params: Record<string, unknown>;
  /** Rows for a statement that inserts many (`Kit.insertAll`), with the columns that they have. */
  each?: {
    rows: readonly Record<string, unknown>[];
    columns: Columns;
  };
  /** Its answer is not used: a driver need not wait for it before the commit. */
  unread?: true;
}

/** How values are stored, by the name of the column. */
export type Columns = Record<string, { mapToDriverValue(value: unknown): unknown }>;

/**
 * A place at which the transaction may end: the writes before it are complete, and the rest reads
 * again from the database. After a crash the rest is missing until the same work is asked for again.
 */
type Cut = "cut";

/** A place within a transaction at which a driver that shares its thread with others gives them a turn. */
type Turn = "turn";

/** Where a procedure that works on and on stops for a moment. */
type Stop = Cut | Turn;

/**
 * The reports of webhook monitors must be in their tables. counts: from here on, after each cut as well, which the driver
 * sees to. counts so far: those of later are not needed. The answer is empty when time ran out.
 */
export type Counts = "counts" | "counts so far";

/** Yields a step and is given its rows, several steps and is given the rows of each, a stop, or that it needs counts. */
export type Procedure<T> = Generator<
  BoundStatement | BoundStatement[] | Stop | Counts,
  T,
  unknown[]
>;

/** Lets the transaction end here when it has taken its time; the procedure goes on in the next one. */
export function* cut(): Procedure<void> {
  yield "cut";
}

/** The same procedure as one transaction: it gives a turn to others at its cuts. */
export function* whole<T>(procedure: Procedure<T>): Procedure<T> {
  let next = procedure.next();
  while (!next.done) next = procedure.next(yield next.value === "cut" ? "turn" : next.value);
  return next.value;
}

/**
 * Called by a verb that says itself when it uses the reports of webhook monitors (`touches` in `request`), before it does,
 * and where a cut could be: the transaction may end here.
 */
export function* needCounts(need: Counts = "counts"): Procedure<void> {
  while ((yield need).length === 0) yield* cut();
}

const isStop = (value: unknown): value is Stop => value === "cut" || value === "turn";

const isNeed = (value: unknown): value is Counts => value === "counts" || value === "counts so far";

/** The answer to a need of counts where all reports are in their tables. */
const counted = [true];

/** The rows that a statement answers. */
export type RowsOf<S extends Statement> = S["_"]["result"] extends readonly (infer R)[]
  ? R[]
  : never[];

/** The parameters of a statement, if it takes any. */
const paramsOf = ([params]: readonly unknown[]) => (params ?? {}) as BoundStatement["params"];

/** Runs a statement and answers its rows; for a write without `returning`, none. */
export function* rows<S extends Statement>(
  statement: S,
  ...params: ParamsOf<S>
): Procedure<RowsOf<S>> {
  return (yield { statement, params: paramsOf(params) }) as RowsOf<S>;
}

/** The first row, if any. */
export function* first<S extends Statement>(
  statement: S,
  ...params: ParamsOf<S>
): Procedure<RowsOf<S>[number] | undefined> {
  const result = yield* rows(statement, ...params);
  return result[0];
}

/** Runs a write whose answer is not used. */
export function* write<S extends Statement>(statement: S, ...params: ParamsOf<S>): Procedure<void> {
  yield { statement, params: paramsOf(params), unread: true };
}

/** Inserts rows, all into one table; does nothing for an empty list. */
export function* writeAll<C extends Columns>(
  { statement, columns }: { statement: Statement; columns: C },
  rows: readonly Record<keyof C & string, unknown>[],
): Procedure<void> {
  if (rows.length > 0) yield { statement, params: {}, each: { rows, columns }, unread: true };
}

/**
 * Runs procedures side by side, step by step, so that a driver can send equal statements together. They
 * must concern different rows: the others may or may not see what one writes. Their cuts are left out.
 */
export function* together<T>(all: readonly Procedure<T>[]): Procedure<T[]> {
  const procedures = all.map(uncut);
  const states = procedures.map((procedure) => procedure.next());
  for (;;) {
    const open = [...states.keys()].filter((i) => !states[i]!.done);
    if (open.length === 0) return states.map((state) => state.value as T);
    const answers = (yield open.map((i) => states[i]!.value as BoundStatement)) as unknown[][];
    open.forEach((i, at) => {
      states[i] = procedures[i]!.next(answers[at]!);
    });
  }
}

/** The same procedure without its stops. */
function* uncut<T>(procedure: Procedure<T>): Procedure<T> {
  let next = procedure.next();
  while (!next.done) next = procedure.next(isStop(next.value) ? [] : yield next.value);
  return next.value;
}

/**
 * Runs a procedure over a driver that answers on the spot, to its end or to the first cut at which `ends`
 * says so. After a cut the same call goes on. `count` brings the reports of webhook monitors into their tables, and
 * answers false when time ran out before all of them; after a cut the caller does that again for those that need it.
 */
export function runToCut<T>(
  procedure: Procedure<T>,
  execute: (step: BoundStatement) => unknown[],
  ends: () => boolean,
  count: (need: Counts) => boolean = () => true,
): { done: true; value: T } | { done: false } {
  let next = procedure.next([]);
  while (!next.done) {
    const { value } = next;
    if (isStop(value)) {
      if (value === "cut" && ends()) return { done: false };
      next = procedure.next([]);
    } else if (isNeed(value)) next = procedure.next(count(value) ? counted : []);
    else next = procedure.next(Array.isArray(value) ? value.map(execute) : execute(value));
  }
  return { done: true, value: next.value };
}

/** Runs a procedure over a driver that answers on the spot, in one piece. */
export function runNow<T>(
  procedure: Procedure<T>,
  execute: (step: BoundStatement) => unknown[],
): T {
  const ran = runToCut(procedure, execute, () => false);
  if (!ran.done) throw new Error("a procedure stopped at a cut");
  return ran.value;
}

/** Runs a procedure over a driver that answers later, and several steps at once; `atStop` may end its transaction at a cut. */
export async function runLater<T>(
  procedure: Procedure<T>,
  executeAll: (steps: BoundStatement[]) => Promise<unknown[][]>,
  atStop: (stop: Stop) => Promise<void> = async () => {},
): Promise<T> {
  let next = procedure.next();
  while (!next.done) {
    const { value } = next;
    if (isStop(value)) {
      await atStop(value);
      next = procedure.next([]);
    } else if (isNeed(value)) next = procedure.next(counted);
    else
      next = procedure.next(
        Array.isArray(value) ? await executeAll(value) : (await executeAll([value]))[0]!,
      );
  }
  return next.value;
}
