import { type Acting, audit } from "../audit.ts";
import type { Outcome } from "../outcome.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Revokes a calendar feed: its address stops working. */
export function* remove_calendar_feed(
  c: Context,
  { actor, id, now }: Acting & { id: string },
): Procedure<Outcome<null>> {
  const stored = yield* c.of.calendar_feeds.first({ id, org_id: actor.org_id });
  if (!stored) return { ok: false, why: "not_found" };
  yield* c.of.calendar_feeds.remove({ id });
  yield* audit(c, { actor, now }, "delete", "calendar_feeds", { id });
  return { ok: true, value: null };
}
