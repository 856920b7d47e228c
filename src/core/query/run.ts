/**
 * The queries of one delivery, and the steps that they may take together. Steps rather than milliseconds: a mapping that
 * fails while a machine is busy, and only then, would give one problem two identities. Pure.
 */

/** Steps of all queries on one delivery: sixty for each of 5,000 alerts, and some milliseconds. */
export const mostSteps = 300_000;

/** Characters of a text that are read or made in one step. */
const charactersInStep = 16;

/** Why a query has no result; its message continues the name of the query. */
export class QueryFault extends Error {}

export class Run {
  left = mostSteps;
  /** The whole body: `$`. */
  readonly root: unknown;

  constructor(root: unknown) {
    this.root = root;
  }

  /** Throws a QueryFault when the steps are used up. */
  spend(steps: number): void {
    this.left -= steps;
    if (this.left < 0)
      throw new QueryFault("takes too many steps for this body: ask for less of it");
  }

  /** For a text of `length` characters, before it is read or made. */
  spendText(length: number): void {
    this.spend(1 + length / charactersInStep);
  }
}

/** A query, compiled: its result for a value. Throws a QueryFault. */
export type Query = (value: unknown, run: Run) => unknown;
