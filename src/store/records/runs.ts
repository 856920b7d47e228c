/** Keeps the reported starts and ends of runs, joined by `rid`, and which were lost. The latest 100 of a monitor stay. */
import type { Beat } from "../../core/command/command.ts";
import type { Context } from "../queries/context.ts";
import { first, rows, type Procedure } from "../kit/procedure.ts";

const maxRuns = 100;

export function* keepRun(
  c: Context,
  monitor_id: string,
  { at, signal, rid, exit_code, output }: Beat,
  lost: readonly string[],
): Procedure<void> {
  for (const id of lost) yield* c.of.runs.update({ id }, { outcome: "lost" });
  const outcome = signal === "start" ? null : signal;
  const begun = outcome && (yield* first(c.q.runUnderWay, { monitor_id, rid: rid ?? "" }));
  const ended = { ended_at: outcome && at, outcome, exit_code, output };
  if (begun) {
    const duration_ms = begun.started_at === null ? null : at - begun.started_at;
    yield* c.of.runs.update({ id: begun.id }, { ...ended, duration_ms });
    return;
  }
  const started_at = outcome ? null : at;
  const id = c.newId(at);
  yield* c.of.runs.insert({ id, monitor_id, rid, at, started_at, duration_ms: null, ...ended });
  for (const old of yield* rows(c.q.runsBeyond, { monitor_id, kept: maxRuns }))
    yield* c.of.runs.remove({ id: old.id });
}
