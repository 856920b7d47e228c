/** Loads the facts that decide how paging for an incident continues. */
import { sooner, stepsOf } from "../../core/paging/escalation.ts";
import { closedGate } from "../../core/paging/gate.ts";
import type { GroupPaging, PagingPlan, ReminderRecipient } from "../../core/command/snapshot.ts";
import type { Incident, Instant, Notification } from "../../core/model/model.ts";
import { isHeldElsewhere, mayArrive } from "../../core/paging/paged.ts";
import { nextPaging, pagingFrom } from "../../core/paging/paging.ts";
import type { Context } from "../queries/context.ts";
import { recipientsOf } from "./audience.ts";
import { rows, write, type Procedure } from "../kit/procedure.ts";
import { gateContextLoader } from "./gate-context.ts";

/** null: no such group (any more). */
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

/** The same with the recipients of each group that `incident` pages. */
export function* loadDuePaging(
  c: Context,
  incident: Incident,
  now: Instant,
): Procedure<PagingPlan | null> {
  const plan = yield* loadPaging(c, incident.alert_group_id);
  if (!plan || incident.status !== "open") return plan;
  const {
    id: incident_id,
    org_id,
    alert_group_id,
    page_steps,
    responders,
    paging_since,
  } = incident;
  const pages = (yield* rows(c.q.pages, { incident_id })).map(({ page }) => page);
  const loadRecipients = recipientLoader(c, incident, pages, now);
  const escalated: GroupPaging[] = [];
  const paged =
    page_steps + responders === 0 ? [] : yield* rows(c.q.groupsEscalatedTo, { incident_id });
  for (const { group, since, paged_at, page_round } of paged)
    escalated.push({
      group,
      since,
      paged_at,
      page_round,
      recipients: yield* loadRecipients(group.id),
      ...progressOf(pages, group.id, since),
    });
  return {
    ...plan,
    recipients: [
      ...(yield* loadRecipients(alert_group_id)),
      ...(responders === 0 ? [] : yield* loadRecipients(null)),
    ],
    ...progressOf(pages, alert_group_id, paging_since),
    escalated,
    silences: yield* rows(c.q.silencesOf, { org_id, now: paging_since }),
  };
}

/** How far the pages for a group since an instant are, those of former members and of disabled devices included. */
function progressOf(
  all: readonly Notification[],
  group_id: string,
  since: Instant,
): Required<Pick<PagingPlan, "attempted_at" | "reached">> {
  const pages = all.filter((page) => page.alert_group_id === group_id && page.inserted_at >= since);
  const attempts = pages.flatMap(({ attempted_at }) => attempted_at ?? []);
  return {
    attempted_at: attempts.length === 0 ? null : Math.min(...attempts),
    reached: pages.some((page) => page.state !== "held" && mayArrive(page)),
  };
}

/** Loads the enabled devices of a group's audience, or for null of the responders, as far as reminders and escalation of an incident are concerned. */
const recipientLoader = (
  c: Context,
  { id: incident_id, org_id }: Incident,
  pages: readonly Notification[],
  now: Instant,
) => {
  const loadGateContext = gateContextLoader(c, now);
  const current = pages.filter(({ handed_over }) => !handed_over);
  const byDevice = Map.groupBy(current, ({ device_id }) => device_id);
  return function* (alert_group_id: string | null): Procedure<ReminderRecipient[]> {
    const devices =
      alert_group_id === null
        ? yield* rows(c.q.responders, { incident_id })
        : yield* recipientsOf(c, alert_group_id, now);
    const about = {
      org_id,
      incident_id,
      alert_group_id,
      schedule_id: null,
      transition: "opened",
      handed_over: false,
    } as const;
    const recipients: ReminderRecipient[] = [];
    for (const [user_id, theirs] of Map.groupBy(devices, ({ user }) => user.id)) {
      const context = yield* loadGateContext({ ...about, user_id }, null);
      for (const { device } of theirs) {
        if (!device.enabled) continue;
        const all = byDevice.get(device.id) ?? [];
        const elsewhere = all.filter((page) => isHeldElsewhere(page, alert_group_id));
        recipients.push({
          device,
          closed: closedGate({ ...context, device }, now),
          pages: all.filter((page) => !elsewhere.includes(page)),
          elsewhere_at: elsewhere.map(({ due_at }) => due_at).reduce(sooner, null),
        });
      }
    }
    return recipients;
  };
};
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
  if (set.status === "resolved") return { act_at: null, responders: 0 };
  const changed = { ...incident, ...set };
  const plan = yield* loadPaging(c, changed.alert_group_id);
  if (!plan) return { act_at: null };
  return set.status === "open"
    ? pagingFrom(changed, plan, now)
    : { act_at: nextPaging(changed, plan.group, now) };
}

/** The paging state of an incident whose group is gone. */
export const unpaged = (now: Instant) => ({
  paging_since: now,
  paged_at: null,
  page_round: 0,
  page_steps: 0,
  escalate_at: null,
  act_at: null,
});
