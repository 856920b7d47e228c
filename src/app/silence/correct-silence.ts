import { type Acting, audit } from "../audit.ts";
import type { Outcome } from "../outcome.ts";
import type { Silence } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Corrects the reason of a silence, also of one that has ended. Its target and its times stay. */
export function* correct_silence(
  c: Context,
  { actor, id, reason, now }: Acting & { id: string; reason: string },
): Procedure<Outcome<Silence>> {
  const stored = yield* c.of.silences.first({ id, org_id: actor.org_id });
  if (!stored) return { ok: false, why: "not_found" };
  if (stored.reason === reason) return { ok: true, value: stored };
  yield* c.of.silences.update({ id }, { reason });
  yield* audit(c, { actor, now }, "update", "silences", { id, title: reason }, [
    { field: "reason", from: stored.reason, to: reason },
  ]);
  return { ok: true, value: { ...stored, reason } };
}
