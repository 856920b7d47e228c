import { type Acting, audit } from "../audit.ts";
import type { Outcome } from "../outcome.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Deletes a mark. */
export function* remove_mark(
  c: Context,
  { actor, id, now }: Acting & { id: string },
): Procedure<Outcome<null>> {
  const stored = yield* c.of.marks.first({ id, org_id: actor.org_id });
  if (!stored) return { ok: false, why: "not_found" };
  yield* c.of.marks.remove({ id });
  const object = { id, title: stored.text };
  yield* audit(c, { actor, now }, "delete", "marks", object);
  return { ok: true, value: null };
}
