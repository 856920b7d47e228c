/**
 * Lists the gates a notification must pass to reach a device, in order, with a reason for each. The
 * dispatcher and the explanation use the same list, so they cannot disagree. A closed gate either opens
 * later, on its own or by a person's action (the notification is on hold), or never opens for this
 * notification (it is dropped). Pure.
 */
import { nextOpening, type ContactRules } from "../hours/contact-hours.ts";
import {
  isAboutShifts,
  type AlertGroup,
  type Device,
  type Incident,
  type Instant,
  type MemberRules,
  type Silence,
  type Transition,
} from "../model/model.ts";
import { reasonOf, type AudiencePlace } from "../on-call/audience.ts";
import { silenceInEffect, silenceable } from "../silence/silenced.ts";
import { localMinute } from "../hours/zone.ts";

/** First the gates that are calculated, then those whose result is recorded (`explain-gates`). */
export const gateNames = [
  "incident",
  "device",
  "reachable",
  "member",
  "priority",
  "silence",
  "contact_hours",
  "dependency",
  "flapping",
  "dedup",
  "budget",
  "delivery",
] as const;
export type GateName = (typeof gateNames)[number];

export interface Gate {
  gate: GateName;
  passed: boolean;
  /** For people: why it is closed, or why it is open. */
  reason: string;
  /** How a closed gate opens. `drop`: never; else when, or null: by a person's action. */
  closed: null | "drop" | { until: Instant | null };
}

/** The fields of an incident that decide who is notified. */
export type IncidentFacts = Pick<
  Incident,
  | "source"
  | "source_id"
  | "alert_group_id"
  | "key"
  | "status"
  | "priority_level"
  | "opened_at"
  | "any_hour_since"
  | "details"
>;

/** The facts that the gates check. */
export interface GateContext {
  transition: Transition;
  /** A page of an incident that went to another group since then; absent: false. */
  handed_over?: boolean;
  incident: IncidentFacts | null;
  /** The group that is paged: the incident's, or one that it was escalated to. */
  group: AlertGroup | null;
  /** The recipient's place in the audience of that group; null: the recipient has left it. */
  member: AudiencePlace | null;
  device: Device | null;
  silences: readonly Silence[];
  /** For a push about a person's shift: whether the person is on call in its schedule, or was notified of a shift to come. */
  shift?: "under way" | "ahead" | null;
}

/** All gates, in order. */
export function gatesOf(context: GateContext, now: Instant): Gate[] {
  return [
    incidentGate(context),
    deviceGate(context),
    memberGate(context),
    priorityGate(context),
    silenceGate(context, now),
    hoursGate(context, now),
  ];
}

/** The first gate that is closed; null: the notification may go. */
export function closedGate(context: GateContext, now: Instant): Gate | null {
  return gatesOf(context, now).find(({ passed }) => !passed) ?? null;
}

/** The way of a notification that is open, or opens first, with its closed gate. */
export function soonestWay<T extends GateContext>(
  contexts: readonly [T, ...T[]],
  now: Instant,
): { context: T; gate: Gate | null } {
  const [first, ...others] = contexts.map((context) => ({
    context,
    gate: closedGate(context, now),
  }));
  return others.reduce(
    (best, one) => (opensAt(one.gate, now) < opensAt(best.gate, now) ? one : best),
    first!,
  );
}

function opensAt(gate: Gate | null, now: Instant): Instant {
  if (gate === null) return now;
  const { closed } = gate;
  return (closed === "drop" ? null : closed?.until) ?? Infinity;
}

const open = (gate: GateName, reason: string): Gate => ({
  gate,
  passed: true,
  reason,
  closed: null,
});
const dropped = (gate: GateName, reason: string): Gate => ({
  gate,
  passed: false,
  reason,
  closed: "drop",
});
const heldUntil = (gate: GateName, until: Instant | null, reason: string): Gate => ({
  gate,
  passed: false,
  reason,
  closed: { until },
});

/** Transitions that test or report whether people can be reached. */
const aboutPeople = new Set<Transition>(["test", "drill", "drill_report", "account"]);

/** Transitions that only go to devices with a page: membership does not matter to them. */
export const followsPage: ReadonlySet<Transition> = new Set<Transition>([
  "acknowledged",
  "recovered",
  "handed_over",
]);

/** Transitions that report the state of this service. */
const aboutMonitord = new Set<Transition>(["offline", "disk_warning", "disk_recovered"]);

function incidentGate({ transition, handed_over, incident }: GateContext): Gate {
  if (aboutPeople.has(transition))
    return open("incident", "tests, drills and news about accounts need no incident");
  if (isAboutShifts(transition)) return open("incident", "it is about shifts");
  if (aboutMonitord.has(transition)) return open("incident", "it is about monitord itself");
  if (!incident) return dropped("incident", "the incident was deleted");
  if (transition === "opened" && incident.status === "resolved")
    return dropped("incident", "the incident is resolved");
  if (handed_over) return dropped("incident", "the incident was handed over to another group");
  if (transition === "acknowledged" && incident.status !== "acknowledged")
    return dropped("incident", "the incident is no longer acknowledged");
  return open("incident", `the incident is ${incident.status}`);
}

function deviceGate({ device }: GateContext): Gate {
  return device?.enabled
    ? open("device", "the device is enabled")
    : dropped("device", "the device was removed or disabled");
}

/** A push about a person's shift goes as long as it holds: the person has the shift, or has it no more. */
function shiftGate({ transition, shift = null }: GateContext): Gate {
  if (transition === "shift_began" && shift !== "under way")
    return dropped("member", "the shift has ended");
  if (transition === "shift_notice" && shift === null)
    return dropped("member", "the shift is another person's");
  if (transition === "shift_ended" && shift === "under way")
    return dropped("member", "the person is on call again");
  return open("member", "it is about the person's own shifts");
}

function memberGate(context: GateContext): Gate {
  const { transition, member, group } = context;
  if (isAboutShifts(transition)) return shiftGate(context);
  if (transition === "test" || transition === "account" || (!group && !aboutPeople.has(transition)))
    return open("member", "no membership required");
  if (followsPage.has(transition)) return open("member", "the device has a page of the incident");
  if (!group) return dropped("member", "the alert group is gone");
  return member
    ? open("member", reasonOf(member, group))
    : dropped("member", `is not a member of "${group.title}"`);
}

function priorityGate({ incident, member }: GateContext): Gate {
  const least = member?.minimum_priority ?? null;
  if (!incident || least === null) return open("priority", "no minimum priority");
  const level = incident.priority_level;
  return level <= least
    ? open("priority", `priority ${level} meets the minimum (${least})`)
    : dropped("priority", `priority ${level} is below the minimum (${least})`);
}

function silenceGate({ incident, silences }: GateContext, now: Instant): Gate {
  if (!incident) return open("silence", "silences do not apply to tests and drills");
  const quiet = silenceInEffect(silences, silenceable(incident), now);
  if (!quiet) return open("silence", "no silence applies");
  const { silence, until, maintenance } = quiet;
  return heldUntil(
    "silence",
    until,
    maintenance
      ? `maintenance window: ${silence.reason}`
      : `silenced by ${silence.created_by}: ${silence.reason}`,
  );
}

function hoursGate(context: GateContext, now: Instant): Gate {
  const { transition, incident, group, member } = context;
  if (transition === "test") return open("contact_hours", "contact hours do not apply to tests");
  if (isAboutShifts(transition))
    return open("contact_hours", "contact hours do not apply to pushes about shifts");
  if (!group) return open("contact_hours", "contact hours do not apply to who is asked by name");
  if (incident && incident.any_hour_since !== null)
    return open("contact_hours", "a user requested paging at any hour");
  const about = transition === "offline" ? { priority_level: 1 } : incident;
  if (about && ignoresHours(group, about))
    return open("contact_hours", "priority 1 ignores the contact hours");
  const rules = hoursOf(group, member);
  const opens = nextOpening(rules, now);
  const whose = member && hasOwnHours(member) ? "the member's own" : "the group's";
  if (opens === now) return open("contact_hours", `within ${whose} contact hours`);
  // By the morning, the acknowledgement of a push that was already sent no longer matters.
  if (transition === "acknowledged")
    return dropped("contact_hours", `outside ${whose} contact hours`);
  return heldUntil(
    "contact_hours",
    opens,
    `outside ${whose} contact hours until ${localMinute(rules.timezone, opens)}`,
  );
}

/** True when the group's urgent incidents page at any hour. */
export function ignoresHours(
  group: Pick<AlertGroup, "urgent_ignores_contact_hours">,
  incident: Pick<Incident, "priority_level">,
): boolean {
  return group.urgent_ignores_contact_hours && incident.priority_level === 1;
}

const hasOwnHours = (member: MemberRules) =>
  member.timezone !== null || member.contact_hours_all_day !== null || member.contact_days !== null;

/** The contact hours of a member: the group's, with the member's overrides. */
export function hoursOf(group: ContactRules, member: MemberRules | null): ContactRules {
  if (!member) return group;
  const { contact_hours_all_day } = member;
  const hours = contact_hours_all_day === null ? group : { ...member, contact_hours_all_day };
  return {
    timezone: member.timezone ?? group.timezone,
    contact_days: member.contact_days ?? group.contact_days,
    contact_hours_all_day: hours.contact_hours_all_day,
    contact_hours_from: hours.contact_hours_from,
    contact_hours_to: hours.contact_hours_to,
  };
}
