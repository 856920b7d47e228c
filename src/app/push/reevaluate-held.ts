import { leavingTime } from "../../core/paging/escalation.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Transition } from "../../core/model/notification.ts";
import type { Context } from "../../store/queries/context.ts";
import { inPages } from "../../store/kit/pages.ts";
import { type Procedure, rows, write } from "../../store/kit/procedure.ts";

/** Notifications made due between two cuts. */
const pageSize = 200;

/**
 * Makes the pushes on hold of an organization due, or those of the transition `only`: each is claimed, or put on hold again by
 * the rules of now. The paging of their incidents goes on, too. When monitord is killed in between, its next start does the rest.
 */
export function* reevaluateHeld(
  c: Context,
  org_id: string,
  now: Instant,
  only: Transition | null = null,
): Procedure<void> {
  yield* inPages(pageSize, { id: "" }, function* ({ id }) {
    const page = yield* rows(c.q.heldAfter, { org_id, after: id, limit: pageSize });
    const due = page.filter(({ transition }) => only === null || transition === only);
    if (due.length > 0) {
      yield* write(c.q.makeDue, { ids: JSON.stringify(due.map((one) => one.id)), now });
      const incidents = due.flatMap(({ incident_id }) => incident_id ?? []);
      yield* write(c.q.pageBy, { ids: JSON.stringify(incidents), now: now + leavingTime });
    }
    return page;
  });
  c.nudge("pushes");
  c.nudge("wakes", now + leavingTime);
}

/** Lets the escalation of every open incident go on: its clock stood while a silence covered it. */
export function* wakeOpen(c: Context, now: Instant): Procedure<void> {
  yield* inPages(pageSize, { id: "" }, function* ({ id: after }) {
    const page = yield* rows(c.q.openIncidents, { after, limit: pageSize });
    const ids = JSON.stringify(page.map(({ id }) => id));
    if (page.length > 0) yield* write(c.q.pageBy, { ids, now });
    return page;
  });
  c.nudge("wakes");
}
