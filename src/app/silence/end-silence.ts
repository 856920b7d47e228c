import { reevaluateHeld, wakeOpen } from "../push/reevaluate-held.ts";
import { type Acting, audit } from "../audit.ts";
import type { Outcome } from "../outcome.ts";
import type { Silence } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/**
 * Ends a silence now, and makes the notifications that it held due. Does nothing when it has ended. A silence
 * that had not begun never applies.
 */
export function* end_silence(
  c: Context,
  { actor, id, now }: Acting & { id: string },
): Procedure<Outcome<Silence>> {
  const stored = yield* c.of.silences.first({ id, org_id: actor.org_id });
  if (!stored) return { ok: false, why: "not_found" };
  if (stored.until !== null && stored.until <= now) return { ok: true, value: stored };
  yield* c.of.silences.update({ id }, { until: now });
  const ended = { ...stored, until: now };
  yield* audit(c, { actor, now }, "end", "silences", { id: ended.id, title: ended.reason });
  yield* reevaluateHeld(c, actor.org_id, now);
  yield* wakeOpen(c, now);
  return { ok: true, value: ended };
}
