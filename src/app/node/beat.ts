import { lookBack } from "./gap.ts";
import { gapBatch } from "../../core/gap/gap.ts";
import type { MonitoringGap, Instant } from "../../core/model/model.ts";
import type { Node } from "../../core/model/node.ts";
import type { Context } from "../../store/kit/context.ts";
import { type Procedure, first, rows, write } from "../../store/kit/procedure.ts";

/**
 * A node without a beat for this long is gone, ms. Nodes beat every two seconds. A node that was only
 * suspended finds its claims taken, and its results have no effect.
 */
const silence = 15_000;

/**
 * Records that a node still runs, makes the checks of silent nodes due, and closes a finished monitoring gap.
 * `reason`: the cause of the gap, if no node ran for a while.
 */
export function* beat(
  c: Context,
  { node, reason, now }: { node: Node; reason: MonitoringGap["reason"]; now: Instant },
): Procedure<{
  gone: { id: string; name: string }[];
  gap: MonitoringGap | null;
  /** The first checks after a gap are not finished: beat again soon. */
  settling: boolean;
}> {
  const seen = yield* first(c.q.lastSeen);
  const gap = yield* lookBack(c, seen?.at ?? null, reason, now);
  yield* write(c.q.beat, { ...node, started_at: now, seen_at: now });
  const gone = [];
  for (const { id, name } of yield* rows(c.q.silentNodes, {
    before: now - silence,
  })) {
    yield* write(c.q.expireLeases, { node: id, now });
    yield* c.of.nodes.remove({ id });
    gone.push({ id, name });
  }
  if (gone.length > 0) c.nudge("checks");
  return { gone, gap, settling: yield* settling(c, now) };
}

/** True while the first checks after a gap are not finished; sends its message after the last of them. */
function* settling(c: Context, now: Instant): Procedure<boolean> {
  const period = yield* first(c.q.settling, { now });
  if (!period) return false;
  if (yield* first(c.q.uncheckedMonitor, { since: period.to })) return true;
  yield* c.of.blind_periods.update({ id: period.id }, { settling_until: now });
  yield* write(c.q.hurryBatch, { ...gapBatch(period), now });
  c.nudge("pushes");
  return false;
}
