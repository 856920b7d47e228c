/**
 * Continues paging after the first page: reminders, escalation, and a restart when an acknowledgement
 * expires. `escalation` calculates what is due; this file writes it.
 */
import type { Change } from "../command/change.ts";
import type { PagingPlan } from "../command/snapshot.ts";
import { nextOpening } from "../hours/contact-hours.ts";
import { formatDuration } from "../text/duration.ts";
import {
  escalationOf,
  nextPagesOf,
  reminderInterval,
  remindersOf,
  sooner,
  type Escalation,
  type EscalationRules,
  type NextPages,
} from "./escalation.ts";
import { ignoresHours } from "./gate.ts";
import { isUnderWay, lastLeft, lastReleased, standingOf } from "./reminders.ts";
import { changePriority, isNotice, priorityNow } from "./priority.ts";
import type { AlertGroup, Incident, Instant } from "../model/model.ts";

type PagingColumns = Pick<
  Incident,
  "paging_since" | "paged_at" | "page_round" | "page_steps" | "act_at"
>;

/** The rules for an incident: its group's, or the default for its priority. A notice has no reminders. */
function rulesFor(
  group: AlertGroup,
  incident: Pick<Incident, "priority_level" | "details">,
): EscalationRules {
  const rules = { ...group, ...remindersOf(group, incident) };
  return isNotice(incident) ? { ...rules, repeat_minutes: null } : rules;
}

/** The escalation of an incident: a notice has none. */
const stepsFor = ({ steps }: PagingPlan, incident: Pick<Incident, "details">) =>
  isNotice(incident) ? [] : steps;

/** When the group is paged: now, or when its contact hours begin. */
const pagedAt = (
  incident: Pick<Incident, "priority_level" | "any_hour_since">,
  group: AlertGroup,
  now: Instant,
): Instant =>
  incident.any_hour_since !== null || ignoresHours(group, incident) ? now : nextOpening(group, now);

/** The state of paging that begins now: the incident opened, or is unacknowledged again. */
export function pagingFrom(
  incident: Pick<Incident, "priority_level" | "any_hour_since" | "details">,
  plan: PagingPlan,
  now: Instant,
): PagingColumns {
  const { group } = plan;
  const began = {
    paging_since: now,
    paged_at: pagedAt(incident, group, now),
    page_round: 0,
    page_steps: 0,
  };
  const { next_at } = escalationOf(
    { status: "open", acknowledged_at: null },
    rulesFor(group, incident),
    stepsFor(plan, incident),
    progressOf(began),
    now,
  );
  return { ...began, act_at: next_at };
}

/** When paging goes on for an incident in this state; null: it does not. */
export function nextPaging(incident: Incident, plan: PagingPlan, now: Instant): Instant | null {
  return escalationOf(
    incident,
    rulesFor(plan.group, incident),
    stepsFor(plan, incident),
    progressOf(incident),
    now,
  ).next_at;
}

/** The next reminder and the next escalation. */
export const nextPages = (incident: Incident, plan: PagingPlan, now: Instant): NextPages =>
  nextPagesOf(
    incident,
    rulesFor(plan.group, incident),
    stepsFor(plan, incident),
    progressOf(incident),
    now,
  );

const progressOf = (
  columns: Pick<Incident, "paging_since" | "paged_at" | "page_round" | "page_steps">,
) => ({
  since: columns.paging_since,
  paged_at: columns.paged_at,
  round: columns.page_round,
  steps: columns.page_steps,
});

/**
 * The pages that are due for the incident, and the time of the next, by the rules of its group as they are
 * now: its priority and contact hours may have changed.
 */
export function pageOn(stored: Incident, plan: PagingPlan, now: Instant): Change[] {
  const { group } = plan;
  const incident = { ...stored, priority_level: priorityNow(group, stored) };
  if (stored.paged_at !== null && stored.paged_at > now)
    incident.paged_at = pagedAt(incident, group, now);
  const rules = rulesFor(group, incident);
  const rounds = roundsOf(incident, rules, plan, now);
  Object.assign(incident, rounds.set);
  const { due, next_at } = escalationOf(
    incident,
    rules,
    stepsFor(plan, incident),
    progressOf(incident),
    now,
  );
  const set: Partial<Incident> = { ...rounds.set, act_at: sooner(next_at, rounds.again_at) };
  if (incident.paged_at !== stored.paged_at) set.paged_at = incident.paged_at;
  const changes: Change[] = rounds.tried ? [reminderOf(incident, now)] : [];
  for (const one of due) {
    if (one.kind === "repeat") {
      set.page_round = one.round;
      if (one.paged_at !== stored.paged_at) set.paged_at = one.paged_at;
    }
    if (one.kind === "escalate") set.page_steps = one.step;
    if (one.kind === "acknowledgement_expired")
      // Schedules the next page: paging restarts.
      Object.assign(set, {
        status: "open",
        acknowledged_at: null,
        acknowledged_by: null,
        acknowledged_user_id: null,
      });
    changes.push(...changesOf(one, incident, plan, now));
  }
  return [...changePriority(stored, group), { kind: "incident", set }, ...changes];
}

/** The state of the reminders before those that are due are sent. */
interface Rounds {
  set: Pick<Incident, "paged_at" | "page_round"> | null;
  /** A reminder is queued although it does not count: it leaves when the hold ends. */
  tried: boolean;
  /** When the hold is checked again; null: no page is on hold. */
  again_at: Instant | null;
}

/**
 * Restarts the rounds after a hold, and begins one when a round is due of which no push would leave. While it lasts
 * `paged_at` is null and `page_round` counts the reminders that were queued: no more than the limit, so that a device
 * that rejects them is not tried for ever.
 */
function roundsOf(
  incident: Incident,
  rules: EscalationRules,
  { recipients }: PagingPlan,
  now: Instant,
): Rounds {
  const interval = reminderInterval(rules);
  if (incident.status !== "open" || interval === null || recipients === undefined)
    return { set: null, tried: false, again_at: null };
  const again_at = isUnderWay(recipients) ? now + interval : null;
  const { paged_at, page_round } = incident;
  const standing = standingOf(recipients);
  if (paged_at === null && standing === "leaves") {
    const since = lastLeft(recipients, incident.paging_since) ?? now;
    return { set: { paged_at: since, page_round: 0 }, tried: false, again_at };
  }
  const released = paged_at === null ? null : lastReleased(recipients, paged_at);
  const since = released ?? paged_at;
  const round = released === null ? page_round : 0;
  const isDue =
    since === null || (round < rules.repeat_limit && now >= since + (round + 1) * interval);
  if (standing === "leaves" || !isDue)
    return {
      set: released === null ? null : { paged_at: released, page_round: 0 },
      tried: false,
      again_at,
    };
  if (standing === "waits" && since !== null)
    // Tried again when the page that is being sent has had its time.
    return {
      set: { paged_at: now - round * interval, page_round: round },
      tried: false,
      again_at: now + interval,
    };
  const tries = since === null ? page_round : 0;
  const tried = standing === "held" && tries < rules.repeat_limit;
  return {
    set: { paged_at: null, page_round: tried ? tries + 1 : tries },
    tried,
    again_at: now + interval,
  };
}

/** The pushes of a reminder. Its text is for phones: the timeline says when it is sent. */
const reminderOf = (incident: Incident, now: Instant): Change =>
  pageOf(incident, now, {
    round: `${incident.paging_since}.${now}`,
    title: `Reminder: ${incident.title}`,
    group_id: null,
  });

function pageOf(
  incident: Incident,
  now: Instant,
  page: { round: string; title: string; group_id: string | null },
): Change {
  return {
    kind: "notify",
    transition: "opened",
    message: `Open for ${formatDuration(now - incident.opened_at)}, unacknowledged.\n${incident.summary}`,
    ...page,
  };
}

function changesOf(
  one: Escalation,
  incident: Incident,
  { titles }: PagingPlan,
  now: Instant,
): Change[] {
  const entryOf = (
    entry: "repeated" | "escalated",
    text: string,
    page: { round: string; title: string; group_id: string | null },
  ): Change[] => [{ kind: "timeline", entry, text, actor: null }, pageOf(incident, now, page)];
  switch (one.kind) {
    case "repeat":
      return [
        {
          kind: "timeline",
          entry: "repeated",
          text: "Reminder sent: still unacknowledged.",
          actor: null,
        },
        reminderOf(incident, now),
      ];
    case "escalate":
      return [
        { kind: "escalated", group_id: one.to },
        ...entryOf(
          "escalated",
          `Escalated to "${titles.get(one.to) ?? one.to}": still unacknowledged.`,
          {
            round: `${incident.paging_since}.step.${one.step}`,
            title: `Escalated to ${titles.get(one.to) ?? one.to}: ${incident.title}`,
            group_id: one.to,
          },
        ),
      ];
    case "acknowledgement_expired":
      return entryOf(
        "repeated",
        `The acknowledgement by ${incident.acknowledged_by} expired. The incident is open again.`,
        {
          round: `${now}.0`,
          title: `Acknowledgement expired: ${incident.title}`,
          group_id: null,
        },
      );
  }
}
