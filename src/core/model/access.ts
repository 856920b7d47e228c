/** Keys of the API, and the ways to sign in. */
import { flag, instant, integer, json, text, type Row } from "./column.ts";

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
  /** A person's key keeps those that its role had at the sign-in; the role of now decides (`callerOfKey`). */
  scopes: json<Scope[]>(),
  /** The projects whose resources it can change; null: it is bound to none, and can change all. */
  projects: json<string[]>().orNull(),
  /** The person whose key it is, on one machine; null: a key of the organization. */
  user_id: text().orNull(),
  /** Name of its maker; null: monitord itself. */
  made_by: text().orNull(),
  expires_at: instant("chosen").orNull(),
  revoked_at: instant("stays").orNull(),
  last_used_at: instant("stays").orNull(),
  /** The client's address at the last use that was written. */
  last_used_address: text().orNull(),
  inserted_at: instant("stays"),
};

/** A program on a machine that asks to sign in as a person; the person answers in a browser (RFC 8628). */
export interface DeviceAuthorization extends Row<typeof device_authorizations> {}
export const device_authorizations = {
  /** SHA-256 of the device code, hex: the program alone has the code. */
  hash: text().key(),
  /** SHA-256 of the code that the person compares, hex. */
  user_hash: text(),
  /** As the program calls its machine and itself: neither is proved. */
  host: text(),
  program: text(),
  client_address: text(),
  /** The organization and the id of the person of the answer. */
  org_id: text().orNull(),
  user_id: text().orNull(),
  answer: text<"approved" | "denied">().orNull(),
  /** When the program last asked for its key without getting it. */
  polled_at: instant("stays").orNull(),
  /** The pause that it has to make, s. */
  pause: integer(),
  /** When the key was made. */
  used_at: instant("stays").orNull(),
  expires_at: instant("moves"),
  inserted_at: instant("stays"),
};

/** How a browser was signed in. */
export type SignInMethod = "passkey" | "link" | "setup_code" | "key" | "oidc";

/** A signed-in browser: of an account, or of a key. */
export interface Session extends Row<typeof sessions> {}
export const sessions = {
  /** SHA-256 of the token in the cookie, hex. */
  hash: text().key(),
  org_id: text(),
  /** null: the session of a user. */
  key_id: text().orNull(),
  user_id: text().orNull(),
  /** The visitor's name, for timelines and the audit log. */
  name: text(),
  method: text<SignInMethod>(),
  /** The passkey that signed in; null: another method. */
  passkey_id: text().orNull(),
  /** Browser and system in words. */
  agent: text(),
  /** The client's address at the sign-in. */
  client_address: text().orNull(),
  /** True when the person had not signed in from such a browser and network before. */
  new_device: flag().defaultsTo(false),
  inserted_at: instant("stays"),
  /** When it was used last, to a quarter of an hour. */
  seen_at: instant("moves"),
  /** When its owner last proved to be there: by the sign-in, or again since. */
  proved_at: instant("moves"),
  /** Keyed hash of the code that was mailed last, hex; null: none waits. */
  proof_code: text().orNull(),
  proof_code_at: instant("moves").orNull(),
  /** Wrong codes since the last right one. */
  wrong_codes: integer().startsAs(0),
  expires_at: instant("moves"),
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
  /** Made on the server: it signs in where providers alone may. */
  recovery: flag().startsAs(false),
  /** Who made it. */
  made_by: text(),
  /** When it was mailed to the person; null: it was not. */
  mailed_at: instant("stays").orNull(),
  /** Why the mail was not accepted; null: it was, or none was sent. */
  mail_problem: text().orNull(),
  used_at: instant("stays").orNull(),
  expires_at: instant("moves"),
  inserted_at: instant("stays"),
};

/** A user as an OpenID Connect provider knows them. */
export interface Identity extends Row<typeof identities> {}
export const identities = {
  id: text().key(),
  org_id: text(),
  user_id: text(),
  issuer: text(),
  /** The person at the provider. */
  sub: text(),
  /** As the provider sent it last; null: it sent none. */
  email: text().orNull(),
  /** Groups of the last sign-in that give a role. */
  groups: json<string[]>(),
  last_used_at: instant("stays").orNull(),
  inserted_at: instant("stays"),
};

/** Why a browser was sent to a provider. */
export type ProviderErrand =
  | "sign_in"
  /** The user of a session connects the provider. */
  | "connect"
  /** An admin tries the provider. */
  | "test"
  /** The user of a session proves their identity again. */
  | "prove";

/** A sign-in that a browser takes to a provider, and comes back from to any node. */
export interface ProviderSignIn extends Row<typeof provider_sign_ins> {}
export const provider_sign_ins = {
  /** SHA-256 of the state in the address, hex. */
  hash: text().key(),
  org_id: text(),
  issuer: text(),
  errand: text<ProviderErrand>(),
  /** SHA-256 of the cookie of the browser, hex. */
  browser: text(),
  nonce: text().sealed(),
  /** PKCE. */
  verifier: text().sealed(),
  /** The page that it leads to. */
  next: text(),
  /** The form that was sent without a session, as JSON; null: none. */
  form: text().orNull().sealed(),
  /** The session that began it; null: none. */
  session: text().orNull(),
  user_id: text().orNull(),
  used_at: instant("stays").orNull(),
  expires_at: instant("moves"),
  inserted_at: instant("stays"),
};

/** The session of a browser at the provider that it signed in with. */
export const provider_sessions = {
  /** Hash of the session here. */
  hash: text().key(),
  org_id: text(),
  identity_id: text(),
  /** The provider's name of its session; null: it names none. */
  sid: text().orNull(),
  id_token: text().sealed(),
  expires_at: instant("moves"),
  inserted_at: instant("stays"),
};

/** Logout tokens of providers that were used, each of which works once. */
export const provider_logouts = {
  /** SHA-256 of issuer and `jti`, hex. */
  hash: text().key(),
  expires_at: instant("moves"),
};
