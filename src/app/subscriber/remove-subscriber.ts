import { type Acting, audit } from "../audit.ts";
import type { Outcome } from "../outcome.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import type { Context } from "../../store/queries/context.ts";

/** Removes a subscriber of a status page, as an editor. The audit log has the page, not the address. */
export function* remove_subscriber(
  c: Context,
  { actor, page_id, id, now }: Acting & { page_id: string; id: string },
): Procedure<Outcome<null>> {
  const { org_id } = actor;
  const stored = yield* c.of.subscribers.first({ id, page_id, org_id });
  const page = yield* c.of.status_pages.first({ id: page_id, org_id });
  if (!stored || !page) return { ok: false, why: "not_found" };
  yield* c.of.subscribers.remove({ id });
  yield* audit(c, { actor, now }, "remove_subscriber", "status_pages", page);
  return { ok: true, value: null };
}
