import { type Actor, audit } from "../audit.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import { type Procedure, write } from "../../store/kit/procedure.ts";

/** Records a change of a declared resource: a new revision, and an audit entry. */
export function* written(
  c: Context,
  action: string,
  kind: string,
  object: { id: string } & Record<string, unknown>,
  actor: Actor,
  now: Instant,
): Procedure<void> {
  yield* write(c.q.bumpRevision, { id: actor.org_id });
  yield* audit(c, { action, kind, object, actor, now });
}
