/** Reads of API keys, sessions and organizations. */
import type { ApiKey, Instant } from "../../core/model/model.ts";
import type { Context } from "../kit/context.ts";
import { first, rows, type Procedure } from "../kit/procedure.ts";
import { pageOf, type PageQuery, type Reader } from "./reader.ts";

export interface Organization {
  id: string;
  name: string;
}

/** An API key and its organization: the caller of a request. */
export type Caller = ApiKey & {
  organization: Organization;
  /** Of a signed-in browser, whose `name` is the visitor's own. */
  session?: { id: string; key_name: string };
};

/** A browser that is signed in with a key. The key gives its scopes and ends it. */
export interface Session {
  /** SHA-256 of the token in the cookie, hex. */
  hash: string;
  org_id: string;
  key_id: string;
  /** The visitor's name, for timelines and the audit log. */
  name: string;
  inserted_at: Instant;
  /** When it was used last, to a quarter of an hour. */
  seen_at: Instant;
  expires_at: Instant;
}

export interface Signed {
  session: Session;
  key: Caller;
}

export const accessReads = (c: Context, read: Reader) => ({
  /** The key with this hash, also if it has expired or was revoked; null: there is none. */
  key_by_hash: read(function* (hash: string): Procedure<Caller | null> {
    const key = yield* c.of.api_keys.first({ hash });
    const organization = key && (yield* c.of.organizations.first({ id: key.org_id }));
    return key && organization ? { ...key, organization } : null;
  }),

  /** The session with this hash, also if it has expired; null: there is none. */
  session: read(function* (hash: string): Procedure<Signed | null> {
    const session = yield* c.of.sessions.first({ hash });
    if (!session) return null;
    const key = yield* c.of.api_keys.first({ id: session.key_id });
    const organization = yield* c.of.organizations.first({ id: session.org_id });
    return key && organization ? { session, key: { ...key, organization } } : null;
  }),

  keys: read((query: PageQuery): Procedure<ApiKey[]> =>
    pageOf(c, c.t.api_keys, c.t.api_keys.inserted_at, query),
  ),

  /** True until the first API key is made. */
  no_keys: read(function* (): Procedure<boolean> {
    const { api_keys } = c.t;
    return (yield* first(c.db.select({ id: api_keys.id }).from(api_keys).limit(1))) === undefined;
  }),

  organizations: read((): Procedure<Organization[]> => rows(c.q.organizations)),
});
