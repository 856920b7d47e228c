/**
 * Keeps the reported starts and ends of runs, joined by `rid`, and which were lost. The latest 100 of a monitor stay, and
 * its latest 100 messages: a run that logs much does not push out those that the status depends on.
 */
import type { Beat } from "../../core/command/command.ts";
import type { Context } from "../queries/context.ts";
import { first, rows, type Procedure } from "../kit/procedure.ts";

const most = 100;

export function* keepRun(
  c: Context,
  monitor_id: string,
  { at, signal, rid, exit_code, output, ...sender }: Beat,
  lost: readonly string[],
): Procedure<void> {
  for (const id of lost) yield* c.of.runs.update({ id }, { outcome: "lost" });
  const outcome = signal === "start" ? null : signal;
  const isEnd = outcome !== null && outcome !== "log";
  const begun = isEnd && (yield* first(c.q.runUnderWay, { monitor_id, rid: rid ?? "" }));
  const ending = { ended_at: outcome && at, outcome, exit_code, output, ...sender };
  if (begun) {
    const duration_ms = begun.started_at === null ? null : at - begun.started_at;
    const last = { ...ending, output: output ?? begun.output };
    yield* c.of.runs.update({ id: begun.id }, { ...last, duration_ms });
    return;
  }
  const started_at = outcome ? null : at;
  const id = c.newId(at);
  yield* c.of.runs.insert({ id, monitor_id, rid, at, started_at, ...ending });
  const beyond = outcome === "log" ? c.q.logsBeyond : c.q.runsBeyond;
  for (const old of yield* rows(beyond, { monitor_id, kept: most }))
    yield* c.of.runs.remove({ id: old.id });
}
