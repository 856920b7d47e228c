/** Writes notices to the subscribers of status pages. */
import type { Incident, Instant, NoticeMatter } from "../../../core/model/model.ts";
import type { Context } from "../../queries/context.ts";
import { rows, type Procedure } from "../../kit/procedure.ts";

/** Writes a notice for each of the pages that send mails. Subscribers get it soon after the commit. */
export function* writeNotice(
  c: Context,
  page_ids: readonly string[],
  matter: NoticeMatter,
  now: Instant,
): Procedure<void> {
  if (page_ids.length === 0) return;
  const mailing = yield* rows(c.q.mailingAmong, { ids: JSON.stringify(page_ids) });
  for (const { id: page_id } of mailing) {
    yield* c.of.notice_counters.insertNew({ page_id, last: 0 });
    const held = yield* c.of.notice_counters.hold({ page_id });
    const number = (held?.last ?? 0) + 1;
    yield* c.of.notice_counters.update({ page_id }, { last: number });
    const incident_id = "incident_id" in matter ? matter.incident_id : null;
    yield* c.of.page_notices.insert({ page_id, number, at: now, incident_id, matter });
  }
}

/** The same, of an incident that has just resolved, where it is published. */
export function* writeEnd(
  c: Context,
  { id, published_at, published_on }: Incident,
  now: Instant,
): Procedure<void> {
  if (published_at === null) return;
  const pages = published_on.map(({ page_id }) => page_id);
  yield* writeNotice(c, pages, { kind: "ended", incident_id: id }, now);
}
