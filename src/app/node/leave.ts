import type { Anchor } from "../../core/clock/timeline.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import { type Procedure, write } from "../../store/kit/procedure.ts";
import { storeAnchor } from "../../store/records/clock.ts";

/**
 * Records that the node with id `node` ends, and makes the checks that it had claimed due now. SQL finds them:
 * one update, however many exist. `anchor`: the service time of the node; null: it is that of the database.
 */
export function* leave(
  c: Context,
  { node, anchor, now }: { node: string; anchor: Anchor | null; now: Instant },
): Procedure<null> {
  if (anchor) yield* storeAnchor(c, anchor);
  yield* write(c.q.expireLeases, { node, now });
  yield* c.of.nodes.remove({ id: node });
  yield* write(c.q.left, { now });
  return null;
}
