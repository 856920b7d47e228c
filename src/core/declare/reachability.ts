/** Warns about a valid declaration: groups without a reachable member, or with hours without pages. Pure. */
import { membersIn } from "../../resource/member.ts";
import { namesIn, ownTargets, type Fields } from "../../resource/references.ts";
import type { ContactRules } from "../hours/contact-hours.ts";
import { gapsAfter } from "../on-call/coverage.ts";
import { gapsText } from "../on-call/coverage-text.ts";
import { coverageOfGroup } from "../paging/coverage.ts";
import type { Instant, MemberRules } from "../model/model.ts";
import type { StoredResource, WantedResource } from "./plan-terms.ts";

/** A warning for each group that notifies no user, or not at once. */
export function warningsOf(
  wanted: readonly WantedResource[],
  stored: readonly StoredResource[],
  now: Instant,
): string[] {
  const users = new Map(
    stored
      .filter(({ kind }) => kind === "users")
      .map(({ fields }) => [String(fields["email"]).toLowerCase(), fields]),
  );
  const groups = wanted.filter(({ kind }) => kind === "alert_groups");
  const schedules = new Map(
    [...stored, ...wanted].flatMap(({ kind, external_id, fields }) =>
      kind === "schedules" && external_id !== null ? [[external_id, fields] as const] : [],
    ),
  );
  const people: People = { users, schedules };
  const own = groups.flatMap(({ external_id, fields }) => {
    const before = stored.find(
      (one) => one.kind === "alert_groups" && one.external_id === external_id,
    );
    const group = { ...before?.fields, ...fields };
    const warning = warningOf(group, people, now);
    return warning === null ? [] : [`alert group "${external_id}" ${warning}`];
  });
  return [...own, ...targetWarnings(groups, stored, people)];
}

/** Users by address, and schedules by external_id. */
interface People {
  users: ReadonlyMap<string, Fields>;
  schedules: ReadonlyMap<string, Fields>;
}

/** The addresses of a group's members, and of all that take turns in its schedules. */
function peopleOf(group: Fields, { schedules }: People): Set<string> {
  const emails = new Set(membersIn(group).keys());
  const names = new Set(
    namesIn("alert_groups", group).flatMap(({ to, targets }) =>
      to === "schedules" ? targets : [],
    ),
  );
  for (const name of names)
    for (const { to, targets } of namesIn("schedules", schedules.get(name) ?? {}))
      for (const target of targets)
        if (to === "users") emails.add(target);
        else if (to === "schedules") names.add(target);
  return emails;
}

/** Groups of other declarations that a declared group escalates to, and of which no member can be reached. */
function targetWarnings(
  groups: readonly WantedResource[],
  stored: readonly StoredResource[],
  people: People,
): string[] {
  const declared = new Set(groups.map(({ external_id }) => external_id));
  return groups.flatMap(({ kind, external_id, fields }) =>
    ownTargets(kind, fields)
      .filter((name) => !declared.has(name))
      .flatMap((name) => {
        const target = stored.find((one) => one.kind === kind && one.external_id === name);
        const why = target ? unreachableWhy(target.fields, people) : null;
        return why === null
          ? []
          : [`alert group "${external_id}" escalates to "${name}", which ${why}`];
      }),
  );
}

function warningOf(group: Fields, people: People, now: Instant): string | null {
  const why = unreachableWhy(group, people);
  if (why !== null) return why;
  const { users } = people;
  const emails = [...peopleOf(group, people)];
  const having = (what: "devices" | "verified") =>
    emails.filter((email) => Number(users.get(email)?.[what] ?? 0) > 0);
  const reachable = having("devices");
  const members = [...membersIn(group).keys()];
  return (
    hoursWarning(group, reachable, now) ?? verifiedWarning(members, reachable, having("verified"))
  );
}

/** Why no member of a group can be reached; null: one has a device. */
function unreachableWhy(group: Fields, people: People): string | null {
  const emails = [...peopleOf(group, people)];
  if (emails.length === 0) return "has no members: nobody would be notified";
  return emails.some((email) => Number(people.users.get(email)?.["devices"] ?? 0) > 0)
    ? null
    : "has no member with a device: nobody would be notified";
}

/**
 * Warns about members without a device, or without a verified one: a test must be confirmed on it first. People of schedules have
 * warnings with the dates of their shifts (`schedule-warnings`).
 */
function verifiedWarning(
  members: readonly string[],
  reachable: readonly string[],
  verified: readonly string[],
): string | null {
  if (verified.length === 0)
    return "has no verified device: no phone of its members has answered a test. Send one: monitorctl devices test EMAIL";
  const without = members.filter((email) => !reachable.includes(email));
  const others = members.filter((email) => reachable.includes(email) && !verified.includes(email));
  const warnings = [
    ...(without.length > 0 ? [`has members without a device: ${without.join(", ")}`] : []),
    ...(others.length > 0
      ? [
          `has members who are not verified, because none of their phones has answered a test: ${others.join(", ")}`,
        ]
      : []),
  ];
  return warnings.length > 0 ? warnings.join("; ") : null;
}

/** Urgent pages that wait for contact hours: the warning lists the hours in which they do. */
function hoursWarning(group: Fields, emails: readonly string[], now: Instant): string | null {
  if (group["priority_level"] !== 1) return null;
  if (group["urgent_ignores_contact_hours"] === true) return null;
  const members = membersIn(group);
  const rules = emails.map((email) => {
    const member = members.get(email);
    return typeof member === "object" ? (member as unknown as MemberRules) : null;
  });
  const coverage = coverageOfGroup(group as unknown as ContactRules, rules, now);
  if (gapsAfter(coverage).length === 0) return null;
  return `has priority 1 but notifies nobody ${gapsText(coverage, String(group["timezone"]))}; to page anyway, set urgent_ignores_contact_hours`;
}
