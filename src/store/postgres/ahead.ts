/**
 * The first reads of a transaction of reports, asked for in the round trip of its beginning: each costs as much as some
 * 15 reports. The procedures ask for the same a moment later, and are given the answers that are there.
 */
import type { Context } from "../queries/context.ts";
import type { Procedure, Statement, BoundStatement } from "../kit/procedure.ts";

type ExecuteAll = (steps: BoundStatement[]) => Promise<unknown[][]>;

/** The steps with which the verbs of these reports begin: each subject, which locks it, and then its monitor. */
export const firstSteps = ({ of }: Context, ids: readonly string[]): BoundStatement[] => [
  ...ids.map((id) => stepOf(of.subjects.hold({ id }))),
  ...ids.map((id) => stepOf(of.webhook_monitors.first({ id }))),
];

/** The first step of a procedure. */
export const stepOf = (procedure: Procedure<unknown>) => procedure.next().value as BoundStatement;

/** Answers each of these steps once with the rows that are there, and all others by `execute`. */
export function answering(
  steps: readonly BoundStatement[],
  answers: readonly unknown[][],
  execute: ExecuteAll,
): ExecuteAll {
  const there = new Map<Statement, Map<unknown, unknown[]>>();
  steps.forEach(({ statement, params: { id } }, i) => {
    const rows = there.get(statement) ?? new Map<unknown, unknown[]>();
    there.set(statement, rows.set(id, answers[i]!));
  });
  const take = ({ statement, params: { id } }: BoundStatement) => {
    const rows = there.get(statement);
    const answer = rows?.get(id);
    rows?.delete(id);
    return answer;
  };
  return async (asked) => {
    const taken = asked.map(take);
    const others = asked.filter((_, i) => !taken[i]);
    const rows = others.length > 0 ? await execute(others) : [];
    let next = 0;
    return taken.map((answer) => answer ?? rows[next++]!);
  };
}
