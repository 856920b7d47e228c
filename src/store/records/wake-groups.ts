import { escalatingTo } from "../../core/paging/escalation.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../queries/context.ts";
import { inPages } from "../kit/pages.ts";
import { type Procedure, rows, write } from "../kit/procedure.ts";

/** Incidents whose paging is re-evaluated between two cuts. */
const pageSize = 200;

/**
 * Lets the paging of the unresolved incidents that groups page go on now. `ids`: the groups whose rules or people have
 * changed; incidents that may be escalated to them are included.
 */
export function* wakeGroups(
  c: Context,
  org_id: string,
  ids: readonly string[],
  now: Instant,
): Procedure<void> {
  const groups = yield* c.of.alert_groups.find({ org_id });
  const alert_group_ids = JSON.stringify([...escalatingTo(ids, groups)]);
  yield* inPages(pageSize, { id: "" }, function* ({ id: after }) {
    const page = yield* rows(c.q.unresolvedAfter, { alert_group_ids, after, limit: pageSize });
    const incidents = JSON.stringify(page.map(({ id }) => id));
    if (page.length > 0) yield* write(c.q.pageBy, { ids: incidents, now });
    return page;
  });
  c.nudge("wakes");
}
