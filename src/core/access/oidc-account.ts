/**
 * Decides which account a person of a provider signs in to, and with which role.
 *
 * An identity is an issuer and a `sub`, never an email address: addresses change hands. An address only joins a first
 * sign-in with a user that exists, and only if the provider has verified it. An admin is joined that way only when the
 * groups make them admin anyway: otherwise a person with a false address at the provider would gain rights here. They
 * connect the provider while they are signed in. Pure.
 */
import type { User } from "../model/model.ts";
import { roles, type Role } from "../../resource/user.ts";
import type { AccountRules } from "./issuer.ts";
import type { Claims } from "./oidc-claims.ts";

export type AccountRefusal =
  | "no_email"
  | "unverified_email"
  | "other_domain"
  | "not_invited"
  | "no_role"
  | "role_taken"
  | "other_identity"
  | "other_user"
  | "admin_by_email"
  | "not_linked"
  | "groups_elsewhere";

/** The stored facts about a person. */
export interface AccountFacts {
  /** The user of this identity. */
  known: User | null;
  /** The user whose session began the sign-in, to connect the provider; null: an ordinary sign-in. */
  connects: User | null;
  /** The user with the email address of the claims. */
  by_email: User | null;
  /** Whether the user to connect has another identity of this issuer. */
  has_identity: (user: User) => boolean;
  /** Whether the role of the user is declared by a manifest, which decides it then. */
  is_declared: (user: User) => boolean;
}

export type AccountDecision =
  /** `role`: to be stored at the user first; absent: it stays. */
  | { kind: "sign_in"; user: User; linked: boolean; role?: Role }
  | { kind: "create"; email: string; name: string | null; role: Role }
  /** `takes_role`: the user without a group that gives a role any more. */
  | { kind: "refused"; why: AccountRefusal; takes_role: User | null };

/** The role that the groups give: the highest one, else that of everybody; null: none. undefined: no group has a role. */
export function roleByGroups(
  { roles: mapping, default_role }: AccountRules,
  groups: Claims["groups"],
): Role | null | undefined {
  if (mapping.length === 0) return undefined;
  const own = new Set(Array.isArray(groups) ? groups : []);
  const matched = mapping.flatMap(({ group, role }) => (own.has(group) ? roles.indexOf(role) : []));
  return matched.length === 0 ? default_role : roles[Math.max(...matched)]!;
}

export function decideAccount(
  rules: AccountRules,
  claims: Claims,
  facts: AccountFacts,
): AccountDecision {
  const refused = (why: AccountRefusal, takes_role: User | null = null): AccountDecision => ({
    kind: "refused",
    why,
    takes_role,
  });
  const outside = domainRefusal(rules, claims);
  if (outside !== null) return refused(outside);
  if (rules.roles.length > 0 && claims.groups === "elsewhere") return refused("groups_elsewhere");
  const byGroups = roleByGroups(rules, claims.groups);

  const { known, connects, by_email } = facts;
  if (known && connects && known.id !== connects.id) return refused("other_user");
  const user = known ?? connects ?? by_email;
  if (!user) return newcomer(rules, claims, byGroups);
  if (!known) {
    if (facts.has_identity(user)) return refused("other_identity");
    if (!connects) {
      if (rules.link_by_email === "never") return refused("not_linked");
      if (!claims.email_verified) return refused("unverified_email");
      if (user.role === "admin" && byGroups !== "admin") return refused("admin_by_email");
    }
  }
  const role = byGroups === undefined || facts.is_declared(user) ? user.role : byGroups;
  // Without a mapping, the default role is for a first sign-in: from other users without a role, an admin has taken it.
  const isUndecided = byGroups === undefined && !facts.is_declared(user);
  if (role === null && isUndecided && known) return refused("role_taken");
  const final = role ?? (isUndecided ? rules.default_role : null);
  if (final === null) return refused("no_role", user.role === null ? null : user);
  return {
    kind: "sign_in",
    user,
    linked: !known,
    ...(final === user.role ? {} : { role: final }),
  };
}

function newcomer(
  rules: AccountRules,
  { email, email_verified, name }: Claims,
  byGroups: Role | null | undefined,
): AccountDecision {
  const refused = (why: AccountRefusal): AccountDecision => ({
    kind: "refused",
    why,
    takes_role: null,
  });
  if (rules.users === "invited") return refused("not_invited");
  if (email === null) return refused("no_email");
  if (!email_verified) return refused("unverified_email");
  const role = byGroups === undefined ? rules.default_role : byGroups;
  return role === null ? refused("no_role") : { kind: "create", email, name, role };
}

/** Why the address is not of an allowed domain; null: it is, or all are allowed. */
function domainRefusal(
  { allowed_domains }: AccountRules,
  { email, email_verified }: Claims,
): AccountRefusal | null {
  if (allowed_domains.length === 0) return null;
  if (email === null) return "no_email";
  if (!email_verified) return "unverified_email";
  return allowed_domains.includes(email.slice(email.lastIndexOf("@") + 1)) ? null : "other_domain";
}
