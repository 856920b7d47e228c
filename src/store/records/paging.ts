/** Loads the facts that decide how paging for an incident continues. */
import { stepsOf } from "../../core/paging/escalation.ts";
import type { PagingPlan } from "../../core/model/snapshot.ts";
import type { Incident, Instant } from "../../core/model/model.ts";
import { nextPaging, pagingFrom } from "../../core/paging/paging.ts";
import type { Context } from "../kit/context.ts";
import { write, type Procedure } from "../kit/procedure.ts";

/** null: there is no such group (any more). */
export function* loadPaging(c: Context, group_id: string): Procedure<PagingPlan | null> {
  const group = yield* c.of.alert_groups.first({ id: group_id });
  if (!group) return null;
  if (group.escalate_to === null) return { group, steps: [], titles: new Map() };
  const others = yield* c.of.alert_groups.find({ org_id: group.org_id });
  return {
    group,
    steps: stepsOf(group.id, others),
    titles: new Map(others.map(({ id, title }) => [id, title])),
  };
}

/** Paging after a change of the status, or after a demand to page at any hour. */
export function* pagingAfter(
  c: Context,
  incident: Incident,
  set: Partial<Incident>,
  now: Instant,
): Procedure<Partial<Incident>> {
  if (set.status === undefined && !set.any_hour_since) return {};
  if (set.any_hour_since) {
    yield* write(c.q.reevaluateHeldOf, { incident_id: incident.id, now });
    c.nudge("pushes");
  }
  if (set.status === "resolved") return { act_at: null };
  const changed = { ...incident, ...set };
  const plan = yield* loadPaging(c, changed.alert_group_id);
  if (!plan) return { act_at: null };
  return set.status === "open"
    ? pagingFrom(changed, plan, now)
    : { act_at: nextPaging(changed, plan, now) };
}

/** Of an incident whose group is gone. */
export const unpaged = (now: Instant) => ({
  paging_since: now,
  paged_at: null,
  page_round: 0,
  page_steps: 0,
  act_at: null,
});
