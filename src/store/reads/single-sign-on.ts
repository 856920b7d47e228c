/** Reads of identities: users as the OpenID Connect providers know them. */
import { and, desc, eq, gte } from "drizzle-orm";
import type { Identity, Instant, User } from "../../core/model/model.ts";
import type { Context } from "../queries/context.ts";
import { rows, type Procedure } from "../kit/procedure.ts";
import type { Reader } from "../queries/reader.ts";

/** A refused sign-in, as the audit log has it. */
export interface RefusedSignIn {
  at: Instant;
  /** Name of the provider. */
  provider: string;
  reason: string;
}

/** The identities of an organization, and the users that could have one. */
export interface SingleSignOnUse {
  identities: { identity: Identity; user: User }[];
  /** Users with a role. */
  people: number;
  admins: number;
  /** Admins with a passkey. */
  admins_with_passkey: number;
  /** The latest refusals, newest first. */
  refused: RefusedSignIn[];
}

/** Refusals that are shown. */
const mostRefused = 20;

export const singleSignOnReads = (c: Context, read: Reader) => ({
  /** The identities of a user, oldest first. */
  identities: read(function* (org_id: string, user_id: string): Procedure<Identity[]> {
    const identities = yield* c.of.identities.find({ org_id, user_id });
    return identities.sort((a, b) => a.inserted_at - b.inserted_at);
  }),

  /** `email`: in lower case. null: no user has it. */
  user_by_email: read(function* (org_id: string, email: string): Procedure<User | null> {
    return (yield* c.of.users.first({ org_id, email_key: email })) ?? null;
  }),

  /** The provider of a session and its ID token; null: the session was begun in another way. */
  provider_session: read(function* (
    hash: string,
  ): Procedure<{ issuer: string; id_token: string } | null> {
    const session = yield* c.of.provider_sessions.first({ hash });
    const identity = session && (yield* c.of.identities.first({ id: session.identity_id }));
    return identity ? { issuer: identity.issuer, id_token: session.id_token } : null;
  }),

  /** `since`: refusals before it are left out. */
  single_sign_on: read(function* (org_id: string, since: Instant): Procedure<SingleSignOnUse> {
    const { audit_events } = c.t;
    const all = yield* c.of.users.find({ org_id });
    const byId = new Map(all.map((user) => [user.id, user]));
    const identities = yield* c.of.identities.find({ org_id });
    const keyed = yield* c.of.passkeys.find({ org_id });
    const owners = new Set(keyed.map(({ user_id }) => user_id));
    const admins = all.filter(({ role }) => role === "admin");
    const refused = yield* rows(
      c.db
        .select({
          at: audit_events.at,
          provider: audit_events.object_id,
          reason: audit_events.object_title,
        })
        .from(audit_events)
        .where(
          and(
            eq(audit_events.org_id, org_id),
            eq(audit_events.action, "refuse"),
            eq(audit_events.object_kind, "sign_ins"),
            gte(audit_events.at, since),
          ),
        )
        .orderBy(desc(audit_events.at), desc(audit_events.id))
        .limit(mostRefused),
    );
    return {
      identities: identities.flatMap((identity) => {
        const user = byId.get(identity.user_id);
        return user ? { identity, user } : [];
      }),
      people: all.filter(({ role }) => role !== null).length,
      admins: admins.length,
      admins_with_passkey: admins.filter(({ id }) => owners.has(id)).length,
      refused: refused.map(({ reason, ...one }) => ({ ...one, reason: reason ?? "" })),
    };
  }),
});
