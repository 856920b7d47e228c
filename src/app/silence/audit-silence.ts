import { type Actor, audit } from "../audit.ts";
import type { Instant, Silence } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

export function* auditSilence(
  c: Context,
  action: string,
  silence: Silence,
  actor: { actor: Actor; id: string; now: Instant }["actor"],
  now: number,
): Procedure<void> {
  const object = { id: silence.id, title: silence.reason };
  yield* audit(c, { action, kind: "silences", object, actor, now });
}
