/**
 * Which nodes are silent, which checks they had claimed, and whether a monitor is still unchecked after a
 * gap is decided in SQL: each is one scan, and the rows of silent nodes must be locked as they are found,
 * so that two nodes never end the same claims.
 */
import { lookBack } from "./gap.ts";
import type { Anchor, ClockStep } from "../../core/clock/timeline.ts";
import { gapBatch } from "../../core/gap/gap.ts";
import type { MonitoringGap, Instant } from "../../core/model/model.ts";
import { goneBefore, type Node } from "../../core/model/node.ts";
import type { Context } from "../../store/queries/context.ts";
import { type Procedure, first, rows, write } from "../../store/kit/procedure.ts";
import { loadClock, recordDisturbance, storeAnchor } from "../../store/records/clock.ts";

/**
 * Records that a node still runs, makes the checks of silent nodes due, and closes a finished monitoring gap.
 * `reason`: the cause of the gap, if no node ran for a while. `anchor`: the service time of the node; null: it is
 * that of the database. `disturbed`: the clock was stepped since the last beat, or is.
 */
export function* beat(
  c: Context,
  {
    node,
    reason,
    anchor,
    disturbed,
    now,
  }: {
    node: Node;
    reason: MonitoringGap["reason"];
    anchor: Anchor | null;
    disturbed: boolean;
    now: Instant;
  },
): Procedure<{
  gone: { id: string; name: string }[];
  gap: MonitoringGap | null;
  /** The first checks after a gap are not finished: beat again soon. */
  settling: boolean;
  /** The step of the clock that is held back; null: none. */
  step: ClockStep | null;
}> {
  if (anchor) yield* storeAnchor(c, anchor);
  const step = (yield* loadClock(c, now))?.step ?? null;
  if (disturbed || step) yield* recordDisturbance(c, now);
  const seen = yield* first(c.q.lastSeen);
  const gap = yield* lookBack(c, seen?.at ?? null, reason, now);
  yield* write(c.q.beat, { ...node, started_at: now, seen_at: now });
  const gone = [];
  for (const { id, name } of yield* rows(c.q.silentNodes, { before: goneBefore(now) })) {
    yield* write(c.q.expireLeases, { node: id, now });
    yield* c.of.nodes.remove({ id });
    gone.push({ id, name });
  }
  if (gone.length > 0) c.nudge("checks");
  return { gone, gap, settling: yield* settling(c, now), step };
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
