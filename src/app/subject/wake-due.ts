/**
 * Runs the commands of passed deadlines. Which subjects and incidents are due is decided in SQL: `wake_at`,
 * `act_at` and `release_at` have an index each, and `core/decision/decide` sets them.
 */
import { runCommand } from "./run-command.ts";
import { earliest } from "../../core/incident/pause.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import { handOff } from "../../store/records/on-call.ts";
import { cut, needCounts, type Procedure, first, rows, write } from "../../store/kit/procedure.ts";

/**
 * Hands off schedules, sends `woken` to the subjects whose `wake_at` has passed, and `paging_due` to the incidents whose next
 * page is due. At most `limit` of each.
 */
export function* wake_due(
  c: Context,
  { limit, now }: { limit: number; now: Instant },
): Procedure<{
  woken: number;
  /** Monitors whose dependents must be re-evaluated (`recheck_dependents`). */
  recheck: string[];
  next_at: Instant | null;
}> {
  // First, so that pages that are due at the same instant find the people of then.
  const handoffs = yield* rows(c.q.dueSchedules, { now, limit });
  for (const { id } of handoffs) {
    yield* handOff(c, [id], now);
    yield* cut();
  }
  const due = yield* rows(c.q.dueWakes, { now, limit });
  if (due.length > 0) yield* needCounts();
  for (const { id } of due) {
    yield* runCommand(c, id, { kind: "woken" }, now);
    yield* cut();
  }
  const paging = yield* rows(c.q.duePaging, { now, limit });
  if (paging.length > 0) yield* needCounts();
  for (const { source_id, key } of paging) {
    yield* runCommand(c, source_id, { kind: "paging_due" }, now, key);
    yield* write(c.q.clearPaging, { source_id, key, now });
    yield* cut();
  }
  const recheck = yield* rows(c.q.dueRechecks, { limit });
  const wake = yield* first(c.q.nextWake);
  const page = yield* first(c.q.nextPaging);
  const handoff = yield* first(c.q.nextHandoff);
  return {
    woken: handoffs.length + due.length + paging.length,
    recheck: recheck.map(({ id }) => id),
    next_at: earliest(wake?.at, page?.at, handoff?.at),
  };
}
