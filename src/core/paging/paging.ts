/**
 * Continues paging after the first page: reminders, escalation, and a restart when an acknowledgement
 * expires. `escalation` calculates what is due; this file writes it.
 */
import type { Change } from "../model/change.ts";
import type { PagingPlan } from "../model/snapshot.ts";
import { nextOpening } from "./contact-hours.ts";
import { formatDuration } from "../text/duration.ts";
import {
  escalationOf,
  nextPagesOf,
  remindersOf,
  type Escalation,
  type EscalationRules,
  type NextPages,
} from "./escalation.ts";
import { ignoresHours } from "./gate.ts";
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
  const { due, next_at } = escalationOf(
    incident,
    rulesFor(plan.group, incident),
    stepsFor(plan, incident),
    progressOf(incident),
    now,
  );
  const set: Partial<Incident> = { act_at: next_at };
  if (incident.paged_at !== stored.paged_at) set.paged_at = incident.paged_at;
  const changes: Change[] = [];
  for (const one of due) {
    if (one.kind === "repeat") set.page_round = one.round;
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

function changesOf(
  one: Escalation,
  incident: Incident,
  { titles }: PagingPlan,
  now: Instant,
): Change[] {
  const open = formatDuration(now - incident.opened_at);
  const entryOf = (
    entry: "repeated" | "escalated",
    text: string,
    page: { round: string; title: string; group_id: string | null },
  ): Change[] => [
    { kind: "timeline", entry, text, actor: null },
    {
      kind: "notify",
      transition: "opened",
      message: `Open for ${open}, unacknowledged.\n${incident.summary}`,
      ...page,
    },
  ];
  switch (one.kind) {
    case "repeat":
      return entryOf("repeated", "Reminder sent: still unacknowledged.", {
        round: `${incident.paging_since}.${one.round}`,
        title: `Reminder: ${incident.title}`,
        group_id: null,
      });
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
