/**
 * Which checks were under way or due when the last process ended is decided in SQL: one update of all
 * monitors at a start.
 */
import { lastAlive } from "../../core/gap/gap.ts";
import { lookBack } from "./gap.ts";
import type { MonitoringGap, Instant } from "../../core/model/model.ts";
import type { Node } from "../../core/model/node.ts";
import type { Context } from "../../store/kit/context.ts";
import { type Procedure, first, write } from "../../store/kit/procedure.ts";

/**
 * Records at startup that a node runs. `alone`: no other node can run, so that checks under way belong to a
 * process that has ended, and are due now.
 */
export function* begin(
  c: Context,
  { node, alone, now }: { node: Node; alone: boolean; now: Instant },
): Procedure<{ gap: MonitoringGap | null }> {
  const left = yield* first(c.q.lastLeft);
  const seen = yield* first(c.q.lastSeen);
  const alive = lastAlive(left?.at ?? null, seen?.at ?? null);
  const gap = yield* lookBack(c, alive, "stopped", now);
  // From here on the beats of the nodes say when monitord was last alive.
  yield* write(c.q.left, { now });
  if (alone) {
    // All claims belong to an earlier process of this node, which has ended.
    yield* write(c.db.delete(c.t.nodes));
    yield* write(c.q.beginAgain, { now });
  }
  yield* write(c.q.beat, { ...node, started_at: now, seen_at: now });
  return { gap };
}
