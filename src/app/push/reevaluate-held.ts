import { leavingTime } from "../../core/paging/escalation.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Transition } from "../../core/model/notification.ts";
import type { Context } from "../../store/queries/context.ts";
import type { AudiencePerson } from "../../core/on-call/audience.ts";
import { placesOf, recipientsOf } from "../../store/records/audience.ts";
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

/**
 * The same after a place in a group was removed, if the group has no recipient any more, so that its pages on hold
 * keep no escalation back, or if its person stays in it by another place, with other rules. `before`: its places until then.
 * From all others the incident is handed over, unless it has ended: its end on hold leaves by the hours of the group.
 */
export function* reevaluateLeft(
  c: Context,
  { id, org_id }: { id: string; org_id: string },
  before: readonly Pick<AudiencePerson, "user" | "member">[],
  now: Instant,
): Procedure<void> {
  const recipients = yield* recipientsOf(c, id, now);
  const rules = new Map(before.map(({ user, member }) => [user.id, JSON.stringify(member)]));
  const places = yield* placesOf(c, [id]);
  const moved = places.some(({ user, member }) => rules.get(user.id) !== JSON.stringify(member));
  yield* reevaluateHeld(c, org_id, now, recipients.length === 0 || moved ? null : "recovered");
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
