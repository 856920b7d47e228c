/**
 * Calculates the reminders and escalations of an unacknowledged incident, and the end of an acknowledgement
 * that expires.
 *
 * Total and stateless: the result depends only on the incident, the group's rules and the progress of
 * paging, so a daemon that was stopped does exactly what is due. Rounds that were missed become one: a phone that
 * rings twelve times in a row is not better than one that rings once. They do not count.
 */
import type { EscalationStep } from "../command/snapshot.ts";
import type { AlertGroup, Incident, Instant } from "../model/model.ts";
import { minute } from "../text/units.ts";

/** The rules for reminders, escalation and the expiry of acknowledgements. */
export interface EscalationRules {
  /** Minutes between reminders; null: none. */
  repeat_minutes: number | null;
  /** How often at most, the first page not counted. */
  repeat_limit: number;
  /** The group that is paged too while the incident is unacknowledged; null: none. */
  escalate_to: string | null;
  escalate_after_minutes: number | null;
  /** How long an acknowledgement lasts; null: until the incident is resolved. */
  acknowledge_for_minutes: number | null;
}

/** The reminders of a priority, where the group has no rule of its own. */
const defaultReminders: Record<number, Pick<EscalationRules, "repeat_minutes" | "repeat_limit">> = {
  1: { repeat_minutes: 5, repeat_limit: 12 },
  2: { repeat_minutes: 60, repeat_limit: 6 },
  3: { repeat_minutes: null, repeat_limit: 12 },
};

/** The reminders of a group's incident: the group's fields, or the default for its priority. */
export function remindersOf(
  group: Pick<AlertGroup, "repeat_minutes" | "repeat_limit">,
  { priority_level }: Pick<Incident, "priority_level">,
): Pick<EscalationRules, "repeat_minutes" | "repeat_limit"> {
  const byPriority = defaultReminders[priority_level]!;
  return {
    repeat_minutes: group.repeat_minutes ?? byPriority.repeat_minutes,
    repeat_limit: group.repeat_limit ?? byPriority.repeat_limit,
  };
}

/** The progress of paging since the incident has been unacknowledged. */
export interface Paging {
  /** When it opened; after an acknowledgement that ended: when that was. */
  since: Instant;
  /** When its group was paged, not before its contact hours began; null: it has not been, or pages are on hold. */
  paged_at: Instant | null;
  /** The last repeat that left; 0: none. */
  round: number;
  /** How many steps of the escalation were taken. */
  steps: number;
}

/** Something that is due. */
export type Escalation =
  /** Page the group again, for the `round`-th time; rounds count from `paged_at` then. */
  | { kind: "repeat"; round: number; paged_at: Instant }
  /** Page the group `to`; the `step`-th, from 1. */
  | { kind: "escalate"; to: string; step: number }
  /** Open the incident again, page its group, and begin to count from here. */
  | { kind: "acknowledgement_expired" };

/**
 * The steps that are due at `now`, and the time of the next one after them; null: none. An
 * acknowledgement stops reminders and escalation.
 */
export function escalationOf(
  incident: Pick<Incident, "status" | "acknowledged_at">,
  rules: EscalationRules,
  steps: readonly EscalationStep[],
  paging: Paging,
  now: Instant,
): { due: Escalation[]; next_at: Instant | null } {
  switch (incident.status) {
    case "resolved":
      return { due: [], next_at: null };
    case "acknowledged":
      return expiry(incident.acknowledged_at, rules, now);
    case "open": {
      const repeated = repeats(rules, paging, now);
      const escalated = escalations(steps, paging, now);
      return {
        due: [...repeated.due, ...escalated.due],
        next_at: sooner(repeated.next_at, escalated.next_at),
      };
    }
  }
}

function expiry(
  acknowledged_at: Instant | null,
  { acknowledge_for_minutes: minutes }: EscalationRules,
  now: Instant,
): { due: Escalation[]; next_at: Instant | null } {
  if (minutes === null || acknowledged_at === null) return { due: [], next_at: null };
  const ends_at = acknowledged_at + minutes * minute;
  return now < ends_at
    ? { due: [], next_at: ends_at }
    : { due: [{ kind: "acknowledgement_expired" }], next_at: null };
}

function repeats(
  { repeat_minutes, repeat_limit }: EscalationRules,
  { paged_at, round }: Paging,
  now: Instant,
): { due: Escalation[]; next_at: Instant | null } {
  const interval = reminderInterval({ repeat_minutes, repeat_limit });
  if (interval === null || paged_at === null || round >= repeat_limit)
    return { due: [], next_at: null };
  const at = paged_at + (round + 1) * interval;
  if (now < at) return { due: [], next_at: at };
  const missed = Math.floor((now - at) / interval);
  const since = paged_at + missed * interval;
  return {
    due: [{ kind: "repeat", round: round + 1, paged_at: since }],
    next_at: round + 1 < repeat_limit ? since + (round + 2) * interval : null,
  };
}

/** Between two reminders, ms; null: none. */
export function reminderInterval({
  repeat_minutes,
  repeat_limit,
}: Pick<EscalationRules, "repeat_minutes" | "repeat_limit">): number | null {
  return repeat_minutes === null || repeat_minutes <= 0 || repeat_limit <= 0
    ? null
    : repeat_minutes * minute;
}

function escalations(
  steps: readonly EscalationStep[],
  { since, steps: taken }: Paging,
  now: Instant,
): { due: Escalation[]; next_at: Instant | null } {
  const due: Escalation[] = [];
  let at = since;
  for (const [index, { to, after_minutes }] of steps.entries()) {
    at += after_minutes * minute;
    if (at > now) return { due, next_at: at };
    if (index >= taken) due.push({ kind: "escalate", to, step: index + 1 });
  }
  return { due, next_at: null };
}

/** When the group is paged again, and when which group is paged too; null: not any more. */
export interface NextPages {
  reminder_at: Instant | null;
  escalation: { at: Instant; to: string } | null;
}

/** The next steps of an incident that stays as it is. */
export function nextPagesOf(
  { status }: Pick<Incident, "status">,
  rules: EscalationRules,
  steps: readonly EscalationStep[],
  paging: Paging,
  now: Instant,
): NextPages {
  if (status !== "open") return { reminder_at: null, escalation: null };
  let at = paging.since;
  const coming = steps
    .map(({ to, after_minutes }) => ({ to, at: (at += after_minutes * minute) }))
    .find((step) => step.at > now);
  return { reminder_at: repeats(rules, paging, now).next_at, escalation: coming ?? null };
}

/** The earlier of two instants; null: never. */
export function sooner(a: Instant | null, b: Instant | null): Instant | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}

/** The fields of a group that decide where its escalation leads. */
export type EscalationLink = Pick<EscalationRules, "escalate_to" | "escalate_after_minutes"> & {
  id: string;
};

/** The groups that are paged before one of `ids`, those included. */
export function escalatingTo(
  ids: readonly string[],
  groups: readonly EscalationLink[],
): ReadonlySet<string> {
  const escalating = groups.filter((group) => group.escalate_after_minutes !== null);
  const before = Map.groupBy(escalating, (group) => group.escalate_to);
  const leading = new Set(ids);
  // Groups that are added while it runs are visited, too.
  for (const id of leading) for (const group of before.get(id) ?? []) leading.add(group.id);
  return leading;
}

/**
 * The groups that are paged after the group `id`, in order. Ends at a group that does not exist or was paged
 * already, so that no state of the database makes it endless.
 */
export function stepsOf(id: string, groups: readonly EscalationLink[]): EscalationStep[] {
  const byId = new Map(groups.map((group) => [group.id, group]));
  const seen = new Set([id]);
  const steps: EscalationStep[] = [];
  for (let group = byId.get(id); group;) {
    const { escalate_to: to, escalate_after_minutes: after_minutes } = group;
    if (to === null || after_minutes === null || seen.has(to)) break;
    seen.add(to);
    group = byId.get(to);
    if (group) steps.push({ to, after_minutes });
  }
  return steps;
}
