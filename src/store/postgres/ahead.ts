/**
 * The first reads of a transaction of reports, asked for in the round trip of its beginning: each costs as much as some
 * 15 reports. The procedures ask for the same a moment later, and are given the answers that are there.
 */
import type { Context } from "../kit/context.ts";
import type { Procedure, Statement, Step } from "../kit/procedure.ts";
import type { Request } from "../kit/request.ts";
import type { ReportInput } from "../kit/store.ts";

type ExecuteAll = (steps: Step[]) => Promise<unknown[][]>;

/** The steps with which reports begin: each subject, which locks it, and then its monitor. Others begin with anything. */
export function firstSteps({ of }: Context, requests: readonly Request[]): Step[] {
  if (requests.some(({ verb }) => verb !== "report")) return [];
  const keys = requests.map(({ input }) => ({ id: (input as ReportInput).subject_id }));
  return [
    ...keys.map((key) => stepOf(of.subjects.hold(key))),
    ...keys.map((key) => stepOf(of.webhook_monitors.first(key))),
  ];
}

const stepOf = (procedure: Procedure<unknown>) => procedure.next().value as Step;

/** Answers each of these steps once with the rows that are there, and all others by `execute`. */
export function answering(
  steps: readonly Step[],
  answers: readonly unknown[][],
  execute: ExecuteAll,
): ExecuteAll {
  const there = new Map<Statement, Map<unknown, unknown[]>>();
  steps.forEach(({ statement, params: { id } }, i) => {
    const rows = there.get(statement) ?? new Map<unknown, unknown[]>();
    there.set(statement, rows.set(id, answers[i]!));
  });
  const take = ({ statement, params: { id } }: Step) => {
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
