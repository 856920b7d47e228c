/**
 * Which checks were under way is decided in SQL, as at a start (`begin`): one update of all monitors.
 */
import { lastAlive } from "../../core/gap/gap.ts";
import type { Context } from "../../store/kit/context.ts";
import { first, write, type Procedure } from "../../store/kit/procedure.ts";

/**
 * Ends what the nodes of a database had begun, none of which runs any more: on the database that it is copied to, no
 * check must wait for a node that will never come back. It is the same as long as nothing else is written.
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
