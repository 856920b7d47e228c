/** Calculates when the contact hours of a group's members cover a time. Pure. */
import { windowsIn, type ContactRules } from "../hours/contact-hours.ts";
import { gapsIn, type Interval } from "../hours/interval.ts";
import type { Instant, MemberRules } from "../model/model.ts";
import { coverageOf, knownAround, type Coverage } from "../on-call/coverage.ts";
import { hoursOf } from "./gate.ts";

/** The rules of members; null: as the group. */
type Members = readonly (MemberRules | null)[];

/** The gaps of 53 weeks that the contact hours of the members leave. */
export const coverageOfGroup = (group: ContactRules, members: Members, at: Instant): Coverage =>
  coverageOf(membersReached(group, members, knownAround(at)), at);

/** The times within a span in which a member is reached, or the contact hours of the group are closed: then it waits on purpose. */
export const reachedOrClosed = (
  group: ContactRules,
  members: Members,
  span: Interval,
): Interval[] => [...membersReached(group, members, span), ...gapsIn(windowsIn(group, span), span)];

/** The windows of all members within a span. Those of equal rules are calculated once. */
export function membersReached(group: ContactRules, members: Members, span: Interval): Interval[] {
  const rules = members.map((member) => hoursOf(group, member));
  const distinct = new Map(rules.map((one) => [keyOf(one), one]));
  return [...distinct.values()].flatMap((one) => windowsIn(one, span));
}

const keyOf = (rules: ContactRules): string =>
  [
    rules.timezone,
    rules.contact_hours_all_day,
    rules.contact_hours_from,
    rules.contact_hours_to,
    ...rules.contact_days,
  ].join();
