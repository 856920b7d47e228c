/**
 * Which checks and pushes were under way or due when the last process ended is decided in SQL: one update of all
 * monitors at a start, and one of all pushes that are claimed.
 */
import { lastAlive } from "../../core/gap/gap.ts";
import { startRetention } from "../../core/clock/retention-clock.ts";
import { isEarlier, type Anchor } from "../../core/clock/timeline.ts";
import { longestClaim } from "../../core/health/schedule.ts";
import { adopt } from "./adopt-step.ts";
import { reevaluateHeld } from "../push/reevaluate-held.ts";
import { lookBack } from "./gap.ts";
import type { MonitoringGap, Instant } from "../../core/model/model.ts";
import type { Node } from "../../core/model/node.ts";
import type { Context } from "../../store/queries/context.ts";
import { type Procedure, first, rows, write } from "../../store/kit/procedure.ts";
import { firstClock, recordDisturbance, storeAnchor } from "../../store/records/clock.ts";

/**
 * Records at startup that a node runs. `alone`: no other node can run, so that checks and pushes under way
 * belong to a process that has ended, and are due now. `anchor`: the service time of the node; null: it is that of the
 * database. `stepped_by`: the clock was set back while no node ran, and all that is unfinished moved along, ms.
 */
export function* begin(
  c: Context,
  { node, alone, anchor, now }: { node: Node; alone: boolean; anchor: Anchor | null; now: Instant },
): Procedure<{ gap: MonitoringGap | null; stepped_by: number }> {
  const left = yield* first(c.q.lastLeft);
  const seen = yield* first(c.q.lastSeen);
  const alive = lastAlive(left?.at ?? null, seen?.at ?? null);
  yield* c.of.clock.insertNew(firstClock(now));
  yield* c.of.retention_clock.insertNew({ id: 1, ...startRetention(alive ?? now) });
  const stepped_by = alive !== null && isEarlier(now, alive) ? now - alive : 0;
  if (alive !== null && stepped_by !== 0) {
    yield* recordDisturbance(c, alive);
    yield* adopt(c, stepped_by, alive);
  }
  if (anchor) yield* storeAnchor(c, anchor);
  const gap = yield* lookBack(c, alive, "stopped", now);
  // From here on the beats of the nodes say when monitord was last alive.
  yield* write(c.q.left, { now });
  if (alone) {
    // All claims belong to an earlier process of this node, which has ended.
    yield* write(c.db.delete(c.t.nodes));
    yield* write(c.q.beginAgain, { now });
    yield* write(c.q.endClaims, { now });
  }
  yield* write(c.q.beat, { ...node, started_at: now, seen_at: now });
  yield* write(c.q.recallChecks, { now, claim: longestClaim });
  // A process that was killed may have left some of them.
  for (const { id } of yield* rows(c.q.organizations)) yield* reevaluateHeld(c, id, now);
  return { gap, stepped_by };
}
