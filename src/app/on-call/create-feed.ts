import { type Acting, audit } from "../audit.ts";
import type { Outcome } from "../outcome.ts";
import type { StoredFeed } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Stores a calendar feed of a user or a schedule of the organization. not_found: it has none with that id. */
export function* create_calendar_feed(
  c: Context,
  {
    actor,
    hash,
    schedule_id,
    user_id,
    now,
  }: Acting & Pick<StoredFeed, "hash" | "schedule_id" | "user_id">,
): Procedure<Outcome<StoredFeed>> {
  const { org_id } = actor;
  const subject =
    schedule_id === null
      ? yield* c.of.users.first({ id: user_id ?? "", org_id })
      : yield* c.of.schedules.first({ id: schedule_id, org_id });
  if (!subject) return { ok: false, why: "not_found" };
  const feed = yield* c.of.calendar_feeds.insert({
    id: c.newId(now),
    org_id,
    hash,
    schedule_id,
    user_id,
    created_by: actor.name,
    inserted_at: now,
  });
  yield* audit(c, { actor, now }, "create", "calendar_feeds", { ...subject, id: feed.id });
  return { ok: true, value: feed };
}
