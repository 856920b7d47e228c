/**
 * Which monitors are checked again and which pushes waited for the network is decided in SQL
 * (`store/queries/nodes`, `store/queries/offline`): one scan each, over all monitors and the outbox.
 */
import { recordGap } from "./gap.ts";
import { sentAfterOutage } from "../../core/gap/gap.ts";
import type { MonitoringGap, Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import { cut, type Procedure, rows, write } from "../../store/kit/procedure.ts";

/**
 * Records that the node's network is back, re-checks missed monitors and makes postponed notifications due.
 * `page`: the outage is worth a notification. `mistaken`: the network was never unavailable.
 */
export function* online(
  c: Context,
  { from, page, mistaken, now }: { from: Instant; page: boolean; mistaken: boolean; now: Instant },
): Procedure<{ gap: MonitoringGap | null }> {
  const gap = mistaken ? null : yield* recordGap(c, from, "offline", now);
  if (mistaken || !page) yield* write(c.q.dropOfflinePages);
  yield* write(c.q.checkMissed, { from, now });
  for (const push of yield* rows(c.q.unsentSince, { from })) {
    const { batch_kind, batch_key, due_at } = sentAfterOutage(push, gap, now);
    // Unless it was claimed or dropped since.
    const { id, state } = push;
    yield* c.of.notifications.update({ id, state }, { batch_kind, batch_key, due_at });
    yield* cut();
  }
  c.nudge("checks");
  c.nudge("pushes");
  return { gap };
}
