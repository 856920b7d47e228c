/** Finds the account of a person of a provider, and applies the decision about it. */
import { type Acting, audit } from "../audit.ts";
import { byActor, notifyOwner } from "../notify-owner.ts";
import { saveResource, type SaveInput } from "../declare/save-resource.ts";
import {
  decideAccount,
  type AccountDecision,
  type AccountRefusal,
} from "../../core/access/oidc-account.ts";
import type { AccountRules } from "../../core/access/issuer.ts";
import type { Claims } from "../../core/access/oidc-claims.ts";
import type { Identity, ResourceKind, User } from "../../core/model/model.ts";
import { personName } from "../../core/text/person.ts";
import type { Role } from "../../resource/user.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import { declaredFields } from "../../store/queries/declared-fields.ts";

/** A person of a provider. */
export interface Arriving extends Acting {
  rules: AccountRules;
  claims: Claims;
  /** The user whose session began the sign-in, to connect the provider; null: none. */
  connects: string | null;
}

export type Account =
  { ok: true; user: User; identity: Identity } | { ok: false; why: AccountRefusal };

/** The decision about a person as things are stored now. Changes no data. */
export function* accountDecision(
  c: Context,
  { rules, claims, connects, actor: { org_id } }: Omit<Arriving, "now">,
): Procedure<{ decision: AccountDecision; identity: Identity | undefined }> {
  const { issuer } = rules;
  const identity = yield* c.of.identities.first({ org_id, issuer, sub: claims.sub });
  const userOf = function* (id: string | null | undefined): Procedure<User | null> {
    return id == null ? null : ((yield* c.of.users.first({ id, org_id })) ?? null);
  };
  const known = yield* userOf(identity?.user_id);
  const connecting = yield* userOf(connects);
  const by_email =
    claims.email === null
      ? null
      : ((yield* c.of.users.first({ org_id, email_key: claims.email })) ?? null);
  const candidate = known ?? connecting ?? by_email;
  const others = candidate
    ? yield* c.of.identities.find({ org_id, issuer, user_id: candidate.id })
    : [];
  const declared = candidate ? yield* declaredFields(c, candidate) : [];
  const decision = decideAccount(rules, claims, {
    known,
    connects: connecting,
    by_email,
    has_identity: () => others.length > 0,
    is_declared: () => declared.includes("role"),
  });
  return { decision, identity };
}

/** The account of a person, with the role of their groups: found, joined or created. */
export function* accountOf(c: Context, arriving: Arriving): Procedure<Account> {
  const { rules, actor, now } = arriving;
  const { decision, identity } = yield* accountDecision(c, arriving);
  const byGroups = { actor: { ...actor, name: `${rules.name} (groups)` }, now };

  if (decision.kind === "refused") {
    const { why, takes_role: user } = decision;
    if (!user) return { ok: false, why };
    // The last admin keeps the role: without one, no account could be given rights.
    if (yield* setRole(c, byGroups, user, null)) return { ok: false, why };
    return yield* joined(c, arriving, user, identity);
  }
  if (decision.kind === "create") {
    const { email, name, role } = decision;
    const complete = { email, name, role, timezone: null, external_id: null, protect: false };
    const actorAsThem = { ...actor, name: name ?? email };
    const wanted = { actor: actorAsThem, kind: "users", id: null, given: complete, complete };
    const saved = yield* saveResource(c, {
      ...wanted,
      if_version: null,
      now,
    } as SaveInput<ResourceKind>);
    // An address that no user may have, or one that another user has in another spelling.
    if (!saved.ok) return { ok: false, why: "no_email" };
    return yield* joined(c, arriving, saved.value.resource as unknown as User, undefined);
  }
  const { user, role } = decision;
  if (role !== undefined) yield* setRole(c, byGroups, user, role);
  return yield* joined(c, arriving, (yield* c.of.users.first({ id: user.id }))!, identity);
}

/** Gives the user a role. False: the last admin keeps theirs. */
function* setRole(
  c: Context,
  { actor, now }: Acting,
  { id }: User,
  role: Role | null,
): Procedure<boolean> {
  const change = { kind: "users", id, given: { role }, complete: null, if_version: null };
  const wanted = { actor, ...change, now };
  return (yield* saveResource(c, wanted as SaveInput<ResourceKind>)).ok;
}

/** The user with their identity, which is stored if it is new. */
function* joined(
  c: Context,
  { rules, claims, actor, now }: Arriving,
  user: User,
  known: Identity | undefined,
): Procedure<Account> {
  const own = new Set(Array.isArray(claims.groups) ? claims.groups : []);
  const current = {
    email: claims.email,
    groups: rules.roles.flatMap(({ group }) => (own.has(group) ? group : [])),
    last_used_at: now,
  };
  if (known) {
    yield* c.of.identities.update({ id: known.id }, current);
    return { ok: true, user, identity: { ...known, ...current } };
  }
  const { id: user_id, org_id } = user;
  const { issuer } = rules;
  const identity = yield* c.of.identities.insert({
    id: c.newId(now),
    org_id,
    user_id,
    issuer,
    sub: claims.sub,
    ...current,
    inserted_at: now,
  });
  const name = personName(user);
  const by = { ...actor, name, user_id };
  yield* audit(c, { actor: by, now }, "connect", "users", {
    id: user_id,
    title: `${name}: ${rules.name}`,
  });
  yield* notifyOwner(c, user_id, now, {
    title: `${rules.name} signs you in now`,
    message: `Connected ${byActor(by)}. If it was not you, disconnect it under Settings, You.`,
  });
  return { ok: true, user, identity };
}
