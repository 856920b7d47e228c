/** Warns about a valid declaration: groups without a reachable member, or with hours without pages. Pure. */
import { membersIn } from "../../resource/member.ts";
import { namesIn, type Fields } from "../../resource/references.ts";
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
  const own = groups.flatMap(({ external_id, fields }) => {
    const before = stored.find(
      (one) => one.kind === "alert_groups" && one.external_id === external_id,
    );
    const group = { ...before?.fields, ...fields };
    const warning = warningOf(group, users, now);
    return warning === null ? [] : [`alert group "${external_id}" ${warning}`];
  });
  return [...own, ...targetWarnings(groups, stored, users)];
}

/** Groups of other declarations that a declared group escalates to, and of which no member can be reached. */
function targetWarnings(
  groups: readonly WantedResource[],
  stored: readonly StoredResource[],
  users: ReadonlyMap<string, Fields>,
): string[] {
  const declared = new Set(groups.map(({ external_id }) => external_id));
  return groups.flatMap(({ kind, external_id, fields }) =>
    namesIn(kind, fields)
      .filter(({ to }) => to === kind)
      .flatMap(({ targets }) => targets)
      .filter((name) => !declared.has(name))
      .flatMap((name) => {
        const target = stored.find((one) => one.kind === kind && one.external_id === name);
        const why = target ? unreachableWhy(target.fields, users) : null;
        return why === null
          ? []
          : [`alert group "${external_id}" escalates to "${name}", which ${why}`];
      }),
  );
}

function warningOf(group: Fields, users: ReadonlyMap<string, Fields>, now: Instant): string | null {
  const why = unreachableWhy(group, users);
  if (why !== null) return why;
  const emails = [...membersIn(group).keys()];
  const having = (what: "devices" | "verified") =>
    emails.filter((email) => Number(users.get(email)?.[what] ?? 0) > 0);
  const reachable = having("devices");
  return (
    hoursWarning(group, reachable, now) ?? verifiedWarning(emails, reachable, having("verified"))
  );
}

/** Why no member of a group can be reached; null: one has a device. */
function unreachableWhy(group: Fields, users: ReadonlyMap<string, Fields>): string | null {
  const emails = [...membersIn(group).keys()];
  if (emails.length === 0) return "has no members: nobody would be notified";
  return emails.some((email) => Number(users.get(email)?.["devices"] ?? 0) > 0)
    ? null
    : "has no member with a device: nobody would be notified";
}

/** Warns about members without a device, or without a verified one: a test must be confirmed on it first. */
function verifiedWarning(
  emails: readonly string[],
  reachable: readonly string[],
  verified: readonly string[],
): string | null {
  if (verified.length === 0)
    return "has no verified device: no phone of its members has answered a test. Send one: monitorctl devices test EMAIL";
  const without = emails.filter((email) => !reachable.includes(email));
  const others = reachable.filter((email) => !verified.includes(email));
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
