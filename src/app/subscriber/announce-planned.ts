import type { Instant } from "../../core/model/model.ts";
import { plannedNotices, plannedOf } from "../../core/status/notices.ts";
import type { PlannedWork } from "../../core/status/planned-work.ts";
import { writeNotice } from "../../store/records/mail/notices.ts";
import { rows, type Procedure } from "../../store/kit/procedure.ts";
import type { Context } from "../../store/queries/context.ts";

/** Announces planned maintenance to the subscribers of a page, each time once, and cancels times that are not planned any more. */
export function* announce_planned(
  c: Context,
  { page_id, planned, now }: { page_id: string; planned: PlannedWork[]; now: Instant },
): Procedure<null> {
  // Held, so that two nodes do not announce the same.
  yield* c.of.notice_counters.insertNew({ page_id, last: 0 });
  yield* c.of.notice_counters.hold({ page_id });
  const noticed = plannedOf(yield* rows(c.q.plannedNotices, { page_id }));
  for (const one of plannedNotices(noticed, planned, now))
    yield* writeNotice(c, [page_id], one, now);
  return null;
}
