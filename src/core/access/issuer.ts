/**
 * An OpenID Connect provider as the operator configured it, and the port to all of them. The adapter is `oidc/`; the
 * rules about accounts are in `oidc-account`, which is why both are plain data.
 */
import type { Instant } from "../model/model.ts";
import type { Role } from "../../resource/user.ts";
import type { Claims } from "./oidc-claims.ts";

/** A group of the provider and the role that its members have here. */
export interface GroupRole {
  group: string;
  role: Role;
}

/** The rules of a provider about accounts. */
export interface AccountRules {
  /** Shown on the button of the sign-in page. */
  name: string;
  /** The issuer identifier (OpenID Connect Discovery 1.0, section 3), exactly as the provider says it. */
  issuer: string;
  /** Name of the organization whose users sign in; null: the first one. */
  organization: string | null;
  /** Domains of email addresses, in lower case; empty: all. */
  allowed_domains: string[];
  roles: GroupRole[];
  /** The role of people without a group of the list; null: none. */
  default_role: Role | null;
  /** `any`: an account is created at the first sign-in. `invited`: only users that exist sign in. */
  users: "any" | "invited";
  /** Whether a first sign-in is joined with the user of the same, verified email address. */
  link_by_email: "verified" | "never";
}

/** The settings of a provider. */
export interface Issuer extends AccountRules {
  /** In addresses: made of the name. */
  slug: string;
  client_id: string;
  /** null: a public client, which has PKCE alone. */
  client_secret: string | null;
  /** How the secret is sent to the token endpoint; null: as the provider prefers. */
  client_auth: "basic" | "post" | null;
  /** Certificate authorities in place of the system's, PEM; null: the system's. */
  ca: string | null;
  scopes: string[];
  /** The claim with the groups: its name, or a path of names joined by dots. */
  groups_claim: string;
  /** The claim that says whether the email address is verified. */
  verified_claim: string;
  /** Whether a sign-out here signs out of the provider too. */
  logout: boolean;
}

/** The parts of a sign-in that are kept until the browser comes back. */
export interface SignInSecrets {
  state: string;
  nonce: string;
  /** PKCE (RFC 7636). */
  verifier: string;
}

/** Why a sign-in did not end with claims. `reason` is for the log, and holds no code and no token. */
export interface ProviderFailure {
  ok: false;
  /** `away` means that the provider does not answer. `denied`: it refused the person. `invalid`: its answer cannot be trusted. */
  why: "away" | "denied" | "invalid";
  reason: string;
}

/** The claims of a provider about a person. */
export interface Identified {
  ok: true;
  claims: Claims;
  /** The ID token, for the sign-out at the provider. Secret. */
  id_token: string;
  /** The session at the provider; null: it names none. */
  sid: string | null;
  /** True: the person proved their identity after the sign-in had begun, and not by an older session. */
  fresh: boolean;
}

/** A verified logout token (OpenID Connect Back-Channel Logout 1.0, section 2.4). */
export interface LoggedOut {
  ok: true;
  issuer: string;
  /** At least one of the two is set. */
  sub: string | null;
  sid: string | null;
  jti: string;
  /** When the provider issued it, by its own clock. */
  issued_at: Instant;
}

/** A provider as this node saw it last. */
export interface ProviderState {
  /** When it answered or failed last; null: not asked yet. */
  looked_at: Instant | null;
  /** Why it cannot be used; null: it works. */
  problem: string | null;
  /** Since when it has been as it is; null: not known yet. */
  since: Instant | null;
}

/** Signs people in with the configured providers. No method rejects. */
export interface SingleSignOn {
  /** In the order of the file. */
  issuers: readonly Issuer[];
  stateOf(issuer: Issuer): ProviderState;
  /** Asks the provider for its settings again. */
  look(issuer: Issuer): Promise<void>;
  /** The address that the browser is sent to. `fresh`: the person must prove their identity again. */
  begin(
    issuer: Issuer,
    secrets: SignInSecrets,
    redirect_uri: string,
    fresh: boolean,
  ): Promise<{ ok: true; url: string } | ProviderFailure>;
  /** Exchanges the code in the address `callback`, and verifies the answer. `seconds`: since the sign-in began. */
  finish(
    issuer: Issuer,
    secrets: SignInSecrets,
    callback: URL,
    more: { seconds: number; fresh: boolean },
  ): Promise<Identified | ProviderFailure>;
  /** Where the provider ends its own session; null: it offers none, or is not to be asked. */
  logoutUrl(issuer: Issuer, id_token: string, back: string): string | null;
  /** Verifies a logout token of any of the providers. */
  loggedOut(token: string): Promise<LoggedOut | ProviderFailure>;
}
