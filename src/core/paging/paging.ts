/**
 * Continues paging after the first page: reminders, escalation, and a restart when an acknowledgement expires. Each group that
 * the incident pages is reminded by its own rules (`rounds`); `escalation` says when the next one is paged too. This file writes the changes.
 */
import type { Change } from "../command/change.ts";
import type { EscalationStep, GroupPaging, PagingPlan } from "../command/snapshot.ts";
import { nextOpening } from "../hours/contact-hours.ts";
import { silenceable } from "../silence/silenced.ts";
import { minute } from "../text/units.ts";
import { leavingTime, sooner, stepDue, type StepDue } from "./escalation.ts";
import { ignoresHours } from "./gate.ts";
import { withCurrent } from "./paged.ts";
import { changePriority, isNotice, priorityNow } from "./priority.ts";
import { lastLeft, restartRound, standingOf } from "./reminders.ts";
import { remindersOf, roundsOf, type Progress, type ReminderRules, type Rounds } from "./rounds.ts";
import { unacknowledged, type AlertGroup, type Incident, type Instant } from "../model/model.ts";

type PagingColumns = Pick<
  Incident,
  "paging_since" | "paged_at" | "page_round" | "page_steps" | "escalate_at" | "act_at"
>;

/** The reminders of an incident in a group. A notice has none. */
function rulesFor(
  group: AlertGroup,
  incident: Pick<Incident, "priority_level" | "details">,
): ReminderRules {
  const rules = remindersOf(group, incident);
  return isNotice(incident) ? { ...rules, repeat_minutes: null } : rules;
}

/** The escalation of an incident: a notice has none. */
const stepsFor = ({ steps }: PagingPlan, incident: Pick<Incident, "details">) =>
  isNotice(incident) ? [] : steps;

const afterOf = ({ after_minutes }: EscalationStep) => after_minutes * minute;

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
  const progress = { paged_at: pagedAt(incident, group, now), page_round: 0 };
  const [step] = stepsFor(plan, incident);
  const { next_at } = roundsOf(rulesFor(group, incident), progress, { group, since: now }, now);
  const act_at = sooner(next_at, step ? now + afterOf(step) : null);
  const waits = progress.paged_at > now;
  return {
    paging_since: now,
    ...progress,
    page_steps: 0,
    escalate_at: step ? progress.paged_at + afterOf(step) : null,
    // While the group waits, members with hours of their own may have been paged: then both count from their pages.
    act_at: waits && act_at !== null ? sooner(act_at, now + leavingTime) : act_at,
  };
}

/** When paging goes on for an incident in this state; null: it does not. */
export function nextPaging(incident: Incident, group: AlertGroup, now: Instant): Instant | null {
  switch (incident.status) {
    case "resolved":
      return null;
    case "acknowledged":
      return expiresAt(incident, group);
    case "open":
      return now;
  }
}

/** When an acknowledgement ends; null: with the incident. A snooze has an end of its own. */
function expiresAt(
  { acknowledged_at, snoozed_until }: Pick<Incident, "acknowledged_at" | "snoozed_until">,
  { acknowledge_for_minutes: minutes }: Pick<AlertGroup, "acknowledge_for_minutes">,
): Instant | null {
  if (snoozed_until !== null) return snoozed_until;
  return minutes === null || acknowledged_at === null ? null : acknowledged_at + minutes * minute;
}

/** When a group is paged again, and when which group is paged too; null: not any more. */
export interface NextPages {
  reminder_at: Instant | null;
  /** `at` null: some time after the group has been paged, which is on hold. */
  escalation: { at: Instant | null; to: string } | null;
}

/** The next reminder and the next escalation of an incident that stays as it is. `left_at`: when its group got the last page; null: not yet. */
export function nextPages(
  incident: Incident,
  plan: PagingPlan,
  left_at: Instant | null,
  now: Instant,
): NextPages {
  if (incident.status !== "open") return { reminder_at: null, escalation: null };
  const step = stepsFor(plan, incident)[incident.page_steps];
  const rounds = pagingsOf(incident, plan).map((paging) => {
    const { group, since } = paging;
    const progress = progressNow(incident, paging, group === plan.group ? left_at : null, now);
    return roundsOf(rulesFor(group, incident), progress, { group, since }, now);
  });
  return {
    reminder_at: rounds.map(({ next_at }) => next_at).reduce(sooner, null),
    escalation: step ? { at: incident.escalate_at, to: step.to } : null,
  };
}

/** The groups that the incident pages: its own, and those that it was escalated to. */
const pagingsOf = (
  { paging_since: since, paged_at, page_round }: Incident,
  { group, recipients, attempted_at, reached, escalated = [] }: PagingPlan,
): GroupPaging[] => [
  { group, since, paged_at, page_round, recipients, attempted_at, reached },
  ...escalated,
];

/**
 * The progress by the rules of a group as they are now: its contact hours may have changed. Rounds count from when they begin, or
 * from an earlier page: `left_at`, the last one that left. Members with hours of their own get it sooner.
 */
function progressNow(
  incident: Incident,
  { group, since, paged_at, page_round, recipients = [] }: GroupPaging,
  left_at: Instant | null,
  now: Instant,
): Progress {
  if (paged_at === null || page_round > 0) return { paged_at, page_round };
  const waits = paged_at > now;
  const opens = waits ? pagedAt(incident, group, now) : paged_at;
  // A page can be from before, as after a handover.
  const shown = waits && standingOf(recipients) === "leaves" ? since : opens;
  return { paged_at: Math.min(opens, left_at ?? shown), page_round };
}

/**
 * The pages that are due for the incident, and the time of the next, by the rules of its groups as they are now: priority and
 * contact hours may have changed.
 */
export function pageOn(stored: Incident, plan: PagingPlan, now: Instant): Change[] {
  const incident = { ...stored, priority_level: priorityNow(plan.group, stored) };
  const changes =
    incident.status === "open" ? pagesOf(incident, plan, now) : expired(incident, plan, now);
  return [...changePriority(stored, plan.group), ...changes];
}

/** An acknowledgement that ends: paging begins again. */
function expired(incident: Incident, { group }: PagingPlan, now: Instant): Change[] {
  const at = nextPaging(incident, group, now);
  if (at === null || now < at) return [{ kind: "incident", set: { act_at: at } }];
  const by = incident.acknowledged_by;
  return [
    {
      kind: "incident",
      set: unacknowledged,
    },
    {
      kind: "timeline",
      entry: "repeated",
      text: `The acknowledgement by ${by} expired. The incident is open again.`,
      actor: null,
    },
    {
      ...page(incident, `Acknowledgement expired: ${incident.title}`),
      round: restartRound(now),
    },
  ];
}

/** The reminders and the escalation of an open incident. */
function pagesOf(incident: Incident, plan: PagingPlan, now: Instant): Change[] {
  const pagings = pagingsOf(incident, plan);
  const groups = pagings.map((paging) => {
    const left_at = lastLeft(paging.recipients ?? [], paging.since);
    const progress = progressNow(incident, paging, left_at, now);
    return { paging, rounds: roundsOf(rulesFor(paging.group, incident), progress, paging, now) };
  });
  const step = stepsFor(plan, incident)[incident.page_steps];
  const due = step ? dueOf(incident, pagings, step, plan, now) : null;
  const isDue = due !== null && due.at !== null && due.at <= now;
  const escalate_at = isDue ? null : (due?.at ?? null);
  // The push of a reminder starts the clock of a step whose own page is on hold.
  const starts = due?.at === null && groups.some(({ rounds }) => rounds.reminder === "counts");
  const looked_at = starts ? now + leavingTime : sooner(escalate_at, due?.again_at ?? null);
  const again_at = groups.map(({ rounds }) => rounds.next_at).reduce(sooner, looked_at);
  const [own, ...others] = groups;
  return [
    {
      kind: "incident",
      set: {
        ...changed(own!),
        ...(escalate_at === incident.escalate_at ? {} : { escalate_at }),
        ...(isDue ? { page_steps: incident.page_steps + 1 } : {}),
        // The clock of the step after it begins when its pages are there.
        act_at: isDue ? now + 1 : again_at,
      },
    },
    ...others.flatMap((one): Change[] => {
      const set = changed(one);
      const { id: group_id } = one.paging.group;
      return Object.keys(set).length === 0 ? [] : [{ kind: "escalated-group", group_id, set }];
    }),
    // A device that several of these are for gets the first: one of which a push leaves goes before one that is only tried.
    ...(step && isDue ? escalation(incident, step, due, plan) : []),
    ...(["counts", "tried"] as const).flatMap((kind) =>
      groups
        .filter(({ rounds }) => rounds.reminder === kind)
        .flatMap(({ paging }) => reminder(incident, paging.group, plan.group, kind, now)),
    ),
  ];
}

/** When the next step is due, by the pages of the group before it. */
function dueOf(
  incident: Incident,
  pagings: readonly GroupPaging[],
  step: EscalationStep,
  plan: PagingPlan,
  now: Instant,
): StepDue {
  const last = stepsFor(plan, incident)[incident.page_steps - 1];
  const paging = pagings.find(({ group }) => group.id === last?.to) ?? pagings[0]!;
  const { since, attempted_at = null, reached = false } = paging;
  const recipients = withCurrent(paging.recipients ?? [], incident);
  const quiet = { silences: plan.silences ?? [], about: silenceable(incident) };
  return stepDue({ since, recipients, attempted_at, reached }, afterOf(step), quiet, now);
}

/** The columns of the progress that are new. */
function changed({ paging, rounds }: { paging: GroupPaging; rounds: Rounds }): Partial<Progress> {
  const { paged_at, page_round } = rounds.progress;
  return {
    ...(paged_at === paging.paged_at ? {} : { paged_at }),
    ...(page_round === paging.page_round ? {} : { page_round }),
  };
}

/** `from`: the group of the incident, for people of another one; null: they are of the group itself. */
const page = (incident: Incident, title: string, from: Pick<AlertGroup, "title"> | null = null) => {
  const message = from === null ? incident.summary : `${incident.summary}\nFrom ${from.title}.`;
  return { kind: "notify", transition: "opened", title, message } as const;
};

/** The pushes of a reminder to a group, and a line in the timeline unless it is only tried. */
function reminder(
  incident: Incident,
  { id, title }: AlertGroup,
  own: AlertGroup,
  due: "counts" | "tried",
  now: Instant,
): Change[] {
  const isOwn = id === incident.alert_group_id;
  const text = `Reminder sent${isOwn ? "" : ` to "${title}"`}: still unacknowledged.`;
  return [
    ...(due === "tried"
      ? []
      : [{ kind: "timeline", entry: "repeated", text, actor: null } as const]),
    {
      ...page(incident, `Reminder: ${incident.title}`, isOwn ? null : own),
      // Each group has a reminder of its own: one of them may be on hold.
      round: [incident.paging_since, now, isOwn ? [] : id].flat().join("."),
      reminds: true,
      group_id: isOwn ? null : id,
    },
  ];
}

function escalation(
  incident: Incident,
  { to }: EscalationStep,
  { unreached }: StepDue,
  { titles, group }: PagingPlan,
): Change[] {
  const title = titles.get(to) ?? to;
  return [
    { kind: "escalated", group_id: to },
    {
      kind: "timeline",
      entry: "escalated",
      text: unreached
        ? `Escalated to "${title}" at once: the group before it could not be reached.`
        : `Escalated to "${title}": still unacknowledged.`,
      actor: null,
    },
    {
      ...page(incident, `Escalated to ${title}: ${incident.title}`, group),
      round: `${incident.paging_since}.step.${incident.page_steps + 1}`,
      group_id: to,
    },
  ];
}
