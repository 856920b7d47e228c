/**
 * Compares the rules of group members: hours, days, a time zone, a minimum priority. Pure, and a part of the
 * plan.
 *
 * For a member declared by email alone, only the membership is managed. A member declared with fields has
 * exactly those rules, and the group's for the rest.
 */
import type { Fault } from "../model/fault.ts";
import type { MemberRules } from "../model/model.ts";
import type { FieldChange } from "./plan-terms.ts";
import { rules, tidy } from "./rules.ts";

/** By lower-case address. */
export type RulesByEmail = Readonly<Record<string, MemberRules>>;

/** The rules of a member without overrides. */
export const asTheGroup: MemberRules = {
  timezone: null,
  contact_hours_all_day: null,
  contact_hours_from: null,
  contact_hours_to: null,
  contact_days: null,
  minimum_priority: null,
};
const names = Object.keys(asTheGroup) as (keyof MemberRules)[];

/** Picks the rules from an object that has more fields. */
export function rulesOf(member: Partial<MemberRules>): MemberRules {
  const own = names.map((name) => [name, member[name] ?? null] as const);
  return tidy(Object.fromEntries(own) as unknown as MemberRules);
}

/** True when the member has no overrides. */
export function isAsTheGroup(member: Partial<MemberRules>): boolean {
  return names.every((name) => (member[name] ?? null) === null);
}

type DeclaredMember = string | ({ email: string } & Partial<MemberRules>);

/** Splits declared members into their emails, and the rules of those that have fields. */
export function membersOf(declared: readonly DeclaredMember[]): {
  members: string[];
  member_rules?: RulesByEmail;
} {
  const own = declared.filter((member) => typeof member !== "string");
  const members = declared.map((member) => (typeof member === "string" ? member : member.email));
  if (own.length === 0) return { members };
  const member_rules = Object.fromEntries(
    own.map((member) => [member.email.toLowerCase(), rulesOf(member)]),
  );
  return { members, member_rules };
}

/** Their faults, by their index in `members`. */
export function memberFaults(fields: Record<string, unknown>): Fault[] {
  const members = (fields["members"] ?? []) as string[];
  const own = (fields["member_rules"] ?? {}) as RulesByEmail;
  const seen = new Set<string>();
  return members.flatMap((member, index): Fault[] => {
    const email = member.toLowerCase();
    const ownRules = own[email];
    if (!ownRules) return [];
    if (seen.has(email))
      return [
        {
          field: `members[${index}]`,
          code: "duplicate",
          message: `"${member}" is a member already, with hours of their own`,
        },
      ];
    seen.add(email);
    return rules("members", ownRules).map((fault) => ({
      ...fault,
      field: `members[${index}].${fault.field}`,
    }));
  });
}

/** The changes of members that are declared with fields. */
export function memberChanges(stored: RulesByEmail, wanted: RulesByEmail): FieldChange[] {
  return Object.keys(wanted)
    .toSorted()
    .flatMap((email) => {
      const before = stored[email] ?? asTheGroup;
      const after = wanted[email]!;
      return names
        .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
        .map((name) => ({
          field: `members.${email}.${name}`,
          from: before[name],
          to: after[name],
        }));
    });
}
