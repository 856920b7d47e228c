/** Runs steps of several procedures, those with the same statement as one where it has a form for many. */
import type { Fields } from "../../resource/references.ts";
import { isStoredAsIs } from "../kit/prepared.ts";
import { manyFormOf } from "./kit.ts";
import type { ManyForm } from "../kit/many.ts";
import type { Columns, Statement, BoundStatement } from "../kit/procedure.ts";

type Run = (statement: Statement, params: Fields) => Promise<unknown[]>;

/**
 * Returns the rows of each step, in order; writes whose answer is not used are only started, and passed
 * to `later`.
 */
export async function executeTogether(
  steps: readonly BoundStatement[],
  run: Run,
  later: (answer: Promise<unknown>) => void,
): Promise<unknown[][]> {
  const unread = steps.filter((step) => step.unread);
  if (unread.length > 0) {
    if (unread.length < steps.length) return inTwo(steps, run, later);
    later(executeAll(steps, run));
    return steps.map(() => []);
  }
  return executeAll(steps, run);
}

async function inTwo(
  steps: readonly BoundStatement[],
  run: Run,
  later: (answer: Promise<unknown>) => void,
): Promise<unknown[][]> {
  const answers: unknown[][] = [];
  for (const unread of [true, false]) {
    const places = [...steps.keys()].filter((i) => (steps[i]!.unread ?? false) === unread);
    const rows = await executeTogether(
      places.map((i) => steps[i]!),
      run,
      later,
    );
    places.forEach((i, at) => (answers[i] = rows[at]!));
  }
  return answers;
}

/** Sends all statements before it waits for any: later statements come after all of them. */
async function executeAll(steps: readonly BoundStatement[], run: Run): Promise<unknown[][]> {
  if (steps.length === 1) return [await one(steps[0]!, run)];
  const groups = Map.groupBy(steps.keys(), (i) => steps[i]!.statement);
  const answers: unknown[][] = [];
  await Promise.all(
    [...groups].map(async ([statement, places]) => {
      const rows = await many(
        statement,
        places.map((i) => steps[i]!),
        run,
      );
      places.forEach((i, at) => (answers[i] = rows[at]!));
    }),
  );
  return answers;
}

function one({ statement, params, each }: BoundStatement, run: Run): Promise<unknown[]> {
  return run(statement, each ? { rows: stored(each.rows, each.columns) } : params);
}

async function many(
  statement: Statement,
  steps: readonly BoundStatement[],
  run: Run,
): Promise<unknown[][]> {
  const [first] = steps as [BoundStatement];
  if (first.each) {
    const rows = steps.flatMap(({ each }) => each?.rows ?? []);
    await run(statement, { rows: stored(rows, first.each.columns) });
    return steps.map(() => []);
  }
  const form = steps.length > 1 ? manyFormOf(statement) : undefined;
  if (form) return byForm(form, steps, run);
  return Promise.all(steps.map((step) => one(step, run)));
}

async function byForm(
  form: ManyForm,
  steps: readonly BoundStatement[],
  run: Run,
): Promise<unknown[][]> {
  const all = steps.map(({ params }) => params);
  switch (form.kind) {
    case "write":
      await run(form.statement, { rows: stored(all, form.columns) });
      return steps.map(() => []);
    case "find": {
      const list = JSON.stringify(all.map((params) => params[form.key]));
      const rows = (await run(form.statement, { list })) as Fields[];
      return shared(rows, form.key, all);
    }
    case "given": {
      const rows = (await run(form.statement, {
        rows: JSON.stringify(all),
      })) as Fields[];
      return shared(rows, form.key, all);
    }
  }
}

/** To each of the askers the rows that are its own. */
function shared(rows: readonly Fields[], key: string, all: readonly Fields[]): Fields[][] {
  const byKey = Map.groupBy(rows, (row) => row[key]);
  return all.map((params) => byKey.get(params[key]) ?? []);
}

/** Columns whose values are stored as they are, for which rows need no copy. */
const plain = new WeakMap<Columns, boolean>();

function arePlain(columns: Columns): boolean {
  let are = plain.get(columns);
  if (are === undefined) {
    are = Object.values(columns).every((column) => isStoredAsIs(column));
    plain.set(columns, are);
  }
  return are;
}

/** Rows as a JSON list, their values as the columns store them. */
function stored(rows: readonly Fields[], columns: Columns): string {
  if (arePlain(columns)) return JSON.stringify(rows);
  const names = Object.keys(columns);
  return JSON.stringify(
    rows.map((row) => {
      const values: Fields = {};
      for (const name of names) {
        const value = row[name] ?? null;
        values[name] = value === null ? null : columns[name]!.mapToDriverValue(value);
      }
      return values;
    }),
  );
}
