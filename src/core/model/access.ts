/** Keys of the API, and the ways to sign in. */
import { instant, integer, json, text, type Row } from "./column.ts";

export const scopes = ["read", "respond", "write", "admin"] as const;
export type Scope = (typeof scopes)[number];

export interface ApiKey extends Row<typeof api_keys> {}
export const api_keys = {
  id: text().key(),
  org_id: text(),
  name: text(),
  /** SHA-256 of the key, hex. */
  hash: text(),
  /** First characters, enough to recognize it by. */
  prefix: text(),
  scopes: json<Scope[]>(),
  expires_at: instant("chosen").orNull(),
  revoked_at: instant("stays").orNull(),
  last_used_at: instant("stays").orNull(),
  inserted_at: instant("stays"),
};

/** A key in a browser, phone or security key, by which a user signs in (WebAuthn). */
export interface Passkey extends Row<typeof passkeys> {}
export const passkeys = {
  id: text().key(),
  org_id: text(),
  user_id: text(),
  /** The authenticator's id of it, base64url. */
  credential_id: text(),
  /** COSE, base64url. */
  public_key: text(),
  /** Uses as the authenticator counts them; 0: it does not count. */
  counter: integer(),
  /** The browser that made it. */
  name: text(),
  // A challenge of before the step must not be new again.
  last_used_at: instant("stays").orNull(),
  inserted_at: instant("stays"),
};

/** A link by which a user signs in, once. */
export interface SignInLink extends Row<typeof sign_in_links> {}
export const sign_in_links = {
  id: text().key(),
  org_id: text(),
  user_id: text(),
  /** SHA-256 of the link's token, hex. */
  hash: text(),
  used_at: instant("stays").orNull(),
  expires_at: instant("moves"),
  inserted_at: instant("stays"),
};
