/**
 * Which checks were under way is decided in SQL, as at a start (`begin`): one update of all monitors.
 */
import { lastAlive } from "../../core/gap/gap.ts";
import type { Context } from "../../store/queries/context.ts";
import { first, write, type Procedure } from "../../store/kit/procedure.ts";

/**
 * Ends the claims of the nodes of a database before it is copied: none of them runs any more, and on the target no
 * check must wait for one. Idempotent as long as no other write happens.
 */
export function* settleCopy(c: Context): Procedure<void> {
  const left = yield* first(c.q.lastLeft);
  const seen = yield* first(c.q.lastSeen);
  const alive = lastAlive(left?.at ?? null, seen?.at ?? null);
  if (alive === null) return;
  yield* write(c.db.delete(c.t.nodes));
  yield* write(c.q.beginAgain, { now: alive });
  yield* write(c.q.left, { now: alive });
}
