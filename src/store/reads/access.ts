/** Reads of API keys, sessions and organizations. */
import { eq, isNotNull } from "drizzle-orm";
import { sessionId } from "../../core/access/session.ts";
import { scopesOfRole } from "../../core/access/scope.ts";
import type {
  ApiKey,
  DeviceAuthorization,
  FormAnswer,
  Instant,
  Passkey,
  Scope,
  Session,
  SignInLink,
  User,
} from "../../core/model/model.ts";
import type { Context } from "../queries/context.ts";
import { first, rows, type Procedure } from "../kit/procedure.ts";
import { pageOf, type PageQuery, type Reader } from "../queries/reader.ts";
import { personName } from "../../core/text/person.ts";

export interface Organization {
  id: string;
  name: string;
}

/** The caller of a request: an API key, or a user that is signed in. */
export interface Caller {
  /** The id of the key or the user. */
  id: string;
  org_id: string;
  name: string;
  scopes: Scope[];
  /** When the key ends, or the session in which it is used; null: never. */
  expires_at: Instant | null;
  organization: Organization;
  /** null: a user that is signed in. */
  key: ApiKey | null;
  /** The user that is signed in, or whose key it is; null: a key of the organization. */
  user_id: string | null;
  /** The time zone that the person chose; null: none. */
  timezone: string | null;
  /** The session of a signed-in browser. */
  session_id: string | null;
  /** When the owner of that session last proved to be there; null: no session. */
  proved_at: Instant | null;
}

/** A session of an unknown owner. */
export type NewSession = Omit<
  Session,
  | "org_id"
  | "key_id"
  | "user_id"
  | "name"
  | "new_device"
  | "proof_code"
  | "proof_code_at"
  | "wrong_codes"
>;

export interface Signed {
  session: Session;
  /** The caller, under the name that they go by. */
  caller: Caller;
}

/** A link to sign in, and the name and role of its user. */
export interface ShownSignInLink {
  link: SignInLink;
  user: User;
}

/** A key as it is listed: the key of a person has the scopes of their role now, none without a role. */
export interface ListedKey extends ApiKey {
  /** The name of the person; null: a key of the organization. */
  person: string | null;
}

export const accessReads = (c: Context, read: Reader) => ({
  /** The key with this hash, also if it has expired or was revoked; null: none, or its person cannot sign in. */
  key_by_hash: read(function* (hash: string): Procedure<Caller | null> {
    const key = yield* c.of.api_keys.first({ hash });
    return key ? yield* callerOfKey(c, key) : null;
  }),

  /** The session with this hash, also if it has expired; null: none, or its user cannot sign in. */
  session: read(function* (hash: string): Procedure<Signed | null> {
    const session = yield* c.of.sessions.first({ hash });
    if (!session) return null;
    const organization = yield* c.of.organizations.first({ id: session.org_id });
    if (!organization) return null;
    if (session.user_id === null) {
      const key = yield* c.of.api_keys.first({ id: session.key_id ?? "" });
      const caller = key && (yield* callerOfKey(c, key, session));
      return caller ? { session, caller } : null;
    }
    const user = yield* c.of.users.first({ id: session.user_id });
    if (!user || user.role === null) return null;
    const caller: Caller = {
      id: user.id,
      org_id: user.org_id,
      name: personName(user),
      scopes: scopesOfRole(user.role),
      expires_at: null,
      organization,
      key: null,
      user_id: user.id,
      timezone: user.timezone,
      session_id: sessionId(session.hash),
      proved_at: session.proved_at,
    };
    return { session, caller };
  }),

  /** Where the browser of a form with this key was sent since then; null: the form has not done its work. */
  form_answer: read(function* (key: string, since: Instant): Procedure<string | null> {
    const kept = yield* c.of.idempotency_keys.first({ key });
    return kept && kept.at > since ? (kept.answer as FormAnswer).location : null;
  }),

  /** The sessions of an organization that have not expired, those used last first. */
  sessions: read(function* (org_id: string, now: Instant): Procedure<Session[]> {
    const sessions = yield* c.of.sessions.find({ org_id });
    return sessions
      .filter(({ expires_at }) => expires_at > now)
      .sort((a, b) => b.seen_at - a.seen_at);
  }),

  /** The link to sign in with a token of this hash, in any state; null: none. */
  sign_in_link: read(function* (hash: string): Procedure<ShownSignInLink | null> {
    const link = yield* c.of.sign_in_links.first({ hash });
    const user = link && (yield* c.of.users.first({ id: link.user_id }));
    return user ? { link, user } : null;
  }),

  /** The links to sign in of an organization that wait for their person, those that expire first before the others. */
  open_sign_in_links: read(function* (org_id: string, now: Instant): Procedure<SignInLink[]> {
    const links = yield* c.of.sign_in_links.find({ org_id });
    return links
      .filter(({ used_at, expires_at }) => used_at === null && expires_at > now)
      .sort((a, b) => a.expires_at - b.expires_at);
  }),

  /** The passkeys of an organization. */
  all_passkeys: read((org_id: string): Procedure<Passkey[]> => c.of.passkeys.find({ org_id })),

  /** The passkeys of a user, oldest first. */
  passkeys: read(function* (org_id: string, user_id: string): Procedure<Passkey[]> {
    const passkeys = yield* c.of.passkeys.find({ org_id, user_id });
    return passkeys.sort((a, b) => a.inserted_at - b.inserted_at);
  }),

  /** The passkey with this id of its authenticator; null: none. */
  passkey: read(function* (credential_id: string): Procedure<Passkey | null> {
    return (yield* c.of.passkeys.first({ credential_id })) ?? null;
  }),

  /** Whether a user signs in by a passkey. */
  has_passkeys: read(function* (): Procedure<boolean> {
    const { passkeys } = c.t;
    return (yield* first(c.db.select({ id: passkeys.id }).from(passkeys).limit(1))) !== undefined;
  }),

  /** The keys of an organization; `user_id`: of this person alone. */
  keys: read(function* (
    query: PageQuery & { user_id?: string | undefined },
  ): Procedure<ListedKey[]> {
    const { api_keys: table } = c.t;
    const own = query.user_id === undefined ? undefined : eq(table.user_id, query.user_id);
    const keys: ApiKey[] = yield* pageOf(c, table, table.inserted_at, query, own);
    const listed: ListedKey[] = [];
    for (const key of keys) {
      const user = key.user_id === null ? null : yield* c.of.users.first({ id: key.user_id });
      const role = user?.role ?? null;
      const scopes = key.user_id === null ? key.scopes : role === null ? [] : scopesOfRole(role);
      listed.push({ ...key, scopes, person: user ? personName(user) : null });
    }
    return listed;
  }),

  /** True until an API key or a user with a role exists. */
  nobody_yet: read(function* (): Procedure<boolean> {
    const { api_keys } = c.t;
    const key = yield* first(c.db.select({ id: api_keys.id }).from(api_keys).limit(1));
    return key === undefined && (yield* noPersonYet(c));
  }),

  /** True until a user with a role exists. */
  no_person_yet: read(() => noPersonYet(c)),

  /** The projects that can declare people with a key of the scope `write`. */
  people_declared_by: read(function* (org_id: string): Procedure<string[]> {
    return (yield* c.of.organizations.first({ id: org_id }))?.people_declared_by ?? [];
  }),

  /** The program that asks to sign in with a code of this hash; null: none. */
  device_authorization: read(function* (user_hash: string): Procedure<DeviceAuthorization | null> {
    return (yield* c.of.device_authorizations.first({ user_hash })) ?? null;
  }),

  organizations: read((): Procedure<Organization[]> => rows(c.q.organizations)),
});

/**
 * The key as a caller. The rights of a person's key are those of their role now; null: they cannot sign in. `session`: of
 * the browser that is signed in with it.
 */
function* callerOfKey(
  c: Context,
  key: ApiKey,
  session: Pick<Session, "hash" | "name" | "proved_at"> | null = null,
): Procedure<Caller | null> {
  const { id, org_id, expires_at, user_id } = key;
  const organization = yield* c.of.organizations.first({ id: org_id });
  if (!organization) return null;
  const proved_at = session?.proved_at ?? null;
  const caller = { id, org_id, expires_at, organization, key, user_id, proved_at };
  const session_id = session && sessionId(session.hash);
  if (user_id === null)
    return {
      ...caller,
      name: session?.name ?? key.name,
      scopes: key.scopes,
      timezone: null,
      session_id,
    };
  const user = yield* c.of.users.first({ id: user_id });
  if (!user || user.role === null) return null;
  return {
    ...caller,
    name: personName(user),
    scopes: scopesOfRole(user.role),
    timezone: user.timezone,
    session_id,
  };
}

function* noPersonYet({ db, t: { users } }: Context): Procedure<boolean> {
  const signsIn = db.select({ id: users.id }).from(users).where(isNotNull(users.role)).limit(1);
  return (yield* first(signsIn)) === undefined;
}
