/** Runs the statements of procedures on better-sqlite3, each prepared once for as long as it is kept. */
import type { Step, Statement } from "../kit/procedure.ts";

interface Prepared {
  all(params: Record<string, unknown>): unknown[];
  run(params: Record<string, unknown>): unknown;
}

/** An executor for one connection. */
export function makeExecute(): (step: Step) => unknown[] {
  const prepared = new WeakMap<Statement, Prepared & { reads: boolean }>();
  return ({ statement, params, each }) => {
    let ready = prepared.get(statement);
    if (!ready) {
      const made = statement.prepare() as Prepared & {
        stmt: { reader: boolean };
      };
      ready = Object.assign(made, { reads: made.stmt.reader });
      prepared.set(statement, ready);
    }
    if (each) {
      for (const row of each.rows) ready.run(row);
      return [];
    }
    if (ready.reads) return ready.all(params);
    ready.run(params);
    return [];
  };
}
