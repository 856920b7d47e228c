import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/kit/context.ts";
import { type Procedure, write } from "../../store/kit/procedure.ts";

/**
 * Records that the node with id `node` ends, and makes the checks that it had claimed due now. SQL finds them:
 * one update, however many there are.
 */
export function* leave(c: Context, { node, now }: { node: string; now: Instant }): Procedure<null> {
  yield* write(c.q.expireLeases, { node, now });
  yield* c.of.nodes.remove({ id: node });
  yield* write(c.q.left, { now });
  return null;
}
