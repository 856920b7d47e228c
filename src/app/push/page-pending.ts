/**
 * Pages the devices that open incidents are pending for, and hands incidents over from people without a group of them. A forgotten nudge costs half a minute and never a
 * page, because pending devices are read from the tables. Concurrent nodes page once: the
 * subject's row is the lock, and a device that has a page by then is left out.
 */
import { runCommand } from "../subject/run-command.ts";
import type { PendingDevice } from "../../core/command/command.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import { cut, type Procedure, rows } from "../../store/kit/procedure.ts";
import { handOff } from "../../store/records/on-call.ts";

interface OfIncident {
  incident_id: string;
  source_id: string;
  key: string;
}

/** The work on an incident. */
interface Work extends Pick<OfIncident, "source_id" | "key"> {
  pending: PendingDevice[];
  left: string[];
}

/**
 * Queues the missing pages of `limit` open incidents after the one with the id `after` (`""`: from the
 * first). `next`: the `after` that continues; null: these were the last.
 */
export function* page_pending(
  c: Context,
  { after, limit, now }: { after: string; limit: number; now: Instant },
): Procedure<{ next: string | null }> {
  // A handoff that is due is done first: the person that comes is pending.
  const due = yield* rows(c.q.dueSchedules, { now, limit });
  yield* handOff(
    c,
    due.map(({ id }) => id),
    now,
  );
  const open = yield* rows(c.q.openIncidents, { after, limit });
  const next = open.length < limit ? null : open.at(-1)!.id;
  if (open.length === 0) return { next };
  const ids = JSON.stringify(open.map(({ id }) => id));
  const todo = new Map<string, Work>();
  const at = ({ incident_id, source_id, key }: OfIncident) => {
    const one = todo.get(incident_id) ?? { source_id, key, pending: [], left: [] };
    todo.set(incident_id, one);
    return one;
  };
  for (const one of yield* rows(c.q.pendingDevices, { ids })) at(one).pending.push(one);
  // The group that was paged first pages a newcomer of several. In SQL the order would cost SQLite its indexes.
  const escalated = yield* rows(c.q.pendingOfEscalation, { ids });
  for (const one of escalated.toSorted((a, b) => a.at - b.at)) at(one).pending.push(one);
  for (const one of yield* rows(c.q.pendingResponders, { ids })) at(one).pending.push(one);
  for (const one of yield* rows(c.q.leftIncidents, { ids })) at(one).left.push(one.user_id);
  for (const one of yield* rows(c.q.unreachedIncidents, { ids })) at(one);
  for (const { source_id, key, pending, left } of todo.values()) {
    yield* runCommand(c, source_id, { kind: "page_pending", pending, left }, now, key);
    yield* cut();
  }
  return { next };
}
