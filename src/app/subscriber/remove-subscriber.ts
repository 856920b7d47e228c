import type { Acting } from "../audit.ts";
import { auditSubscriber } from "./subscriber-audit.ts";
import type { Outcome } from "../outcome.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import type { Context } from "../../store/queries/context.ts";

/** Removes a subscriber of a status page, as an editor. The audit log has the page, and a hint at the address. */
export function* remove_subscriber(
  c: Context,
  { actor, page_id, id, now }: Acting & { page_id: string; id: string },
): Procedure<Outcome<null>> {
  const { org_id } = actor;
  const stored = yield* c.of.subscribers.first({ id, page_id, org_id });
  if (!stored) return { ok: false, why: "not_found" };
  yield* c.of.subscribers.remove({ id });
  yield* auditSubscriber(c, "remove_subscriber", stored, { by: actor, now });
  return { ok: true, value: null };
}
