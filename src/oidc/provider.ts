/**
 * One OpenID Connect provider. Its settings are discovered, kept, and asked for again: while it is unreachable the last ones
 * stay. Every answer is verified by the library, the signature of the ID token included, and by the checks below that
 * it leaves to its users. No sign-in waits longer than `patience`.
 */
import type { JSONWebKeySet } from "jose";
import * as client from "openid-client";
import type {
  Identified,
  Issuer,
  LoggedOut,
  ProviderFailure,
  ProviderState,
  SignInSecrets,
} from "../core/access/issuer.ts";
import { isThin, readClaims } from "../core/access/oidc-claims.ts";
import { clockTolerance } from "../core/access/provider-sign-in.ts";
import type { Instant } from "../core/model/model.ts";
import type { Deadlines } from "../probe/deadlines.ts";
import { within } from "../probe/within.ts";
import { readLogoutToken } from "./logout-token.ts";
import { failureOf, Untrusted } from "./reason.ts";
import { Unanswered, type WayOut } from "./way-out.ts";

export interface ProviderTools {
  way: WayOut;
  deadlines: Deadlines;
  /** Service time. */
  now: () => Instant;
  /** The wall clock, which tokens are compared with. */
  wall: () => Instant;
}

/** A sign-in in all, s. */
const patience = 10;
/** Keys are not fetched more often than this, ms. */
const keysFor = 10_000;
/** The proof is as new as the sign-in, up to this much, s: people and providers round. */
const proofSlack = 5;

export class Provider {
  readonly issuer: Issuer;
  readonly #tools: ProviderTools;
  #metadata: client.ServerMetadata | null = null;
  #keys: { jwks: JSONWebKeySet; at: Instant } | null = null;
  #looking: Promise<void> | null = null;
  /** The failure of the last discovery; null: it had the settings. */
  #failed: unknown = null;
  #state: ProviderState = { looked_at: null, problem: null, since: null };
  /** Why the provider refused this service itself at the last sign-in. Discovery does not show that. */
  #refusal: string | null = null;

  constructor(issuer: Issuer, tools: ProviderTools) {
    this.issuer = issuer;
    this.#tools = tools;
  }

  get state(): ProviderState {
    return this.#state;
  }

  /** Discovers the settings. Concurrent calls wait for the same answer. */
  look(): Promise<void> {
    return (this.#looking ??= this.#discover()
      .then(
        (metadata) => {
          this.#metadata = metadata;
          this.#failed = null;
          this.#saw(this.#refusal);
        },
        (thrown: unknown) => {
          this.#failed = thrown;
          this.#saw(failureOf(thrown).reason);
        },
      )
      .finally(() => (this.#looking = null)));
  }

  begin(
    { state, nonce, verifier }: SignInSecrets,
    redirect_uri: string,
    fresh: boolean,
  ): Promise<{ ok: true; url: string } | ProviderFailure> {
    return this.#within(async () => {
      const config = await this.#configuration();
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri,
        scope: this.issuer.scopes.join(" "),
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        ...(fresh && { prompt: "login", max_age: "0" }),
      });
      this.#mustBeSafe(url);
      return { ok: true, url: url.href };
    });
  }

  finish(
    { state, nonce, verifier }: SignInSecrets,
    callback: URL,
    { seconds, fresh }: { seconds: number; fresh: boolean },
  ): Promise<Identified | ProviderFailure> {
    return this.#within(async () => {
      const config = await this.#configuration();
      const jwks = await this.#publishedKeys();
      // So old that the library fetches them again for a key that it does not know.
      client.setJwksCache(config, {
        jwks,
        uat: Math.floor(this.#tools.wall() / 1000) - 60,
      } as never);
      const tokens = await client.authorizationCodeGrant(config, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
        ...(fresh && { maxAge: 0 }),
      });
      const claims = tokens.claims()!;
      this.#check(claims);
      const all = await this.#whole(config, tokens.access_token, claims);
      this.#refusal = null;
      this.#saw(null);
      const { sid, auth_time, iat } = claims;
      return {
        ok: true,
        claims: readClaims(all, this.issuer),
        id_token: tokens.id_token!,
        sid: typeof sid === "string" ? sid : null,
        // Both are of the provider's clock.
        fresh: typeof auth_time === "number" && iat - auth_time <= seconds + proofSlack,
      };
    });
  }

  logoutUrl(id_token: string, back: string): string | null {
    if (!this.issuer.logout || !this.#metadata?.end_session_endpoint) return null;
    const url = client.buildEndSessionUrl(this.#configured(this.#metadata), {
      id_token_hint: id_token,
      post_logout_redirect_uri: back,
    });
    return this.#isSafe(url) ? url.href : null;
  }

  loggedOut(token: string): Promise<LoggedOut | ProviderFailure> {
    return this.#within(async () => {
      await this.#configuration();
      const keys = await this.#publishedKeys();
      return readLogoutToken(token, this.issuer, keys, this.#tools.wall());
    });
  }

  /** Runs a part of a sign-in. Exceptions, and an end after `patience`, are failures. */
  async #within<T>(work: () => Promise<T>): Promise<T | ProviderFailure> {
    try {
      return await within(this.#tools.deadlines, patience, work(), () => {});
    } catch (thrown) {
      const failure = failureOf(thrown);
      if (/\binvalid_client\b|refused the client/.test(failure.reason))
        this.#refusal = failure.reason;
      if (failure.why === "away" || this.#refusal !== null) this.#saw(failure.reason);
      return failure;
    }
  }

  #saw(problem: string | null): void {
    const now = this.#tools.now();
    const { since, looked_at, problem: before } = this.#state;
    const same = looked_at !== null && (before === null) === (problem === null);
    this.#state = { looked_at: now, problem, since: same ? since : now };
  }

  async #discover(): Promise<client.ServerMetadata> {
    const { issuer } = this.issuer;
    const discovered = await client.discovery(
      new URL(issuer),
      this.issuer.client_id,
      {},
      client.None(),
      {
        [client.customFetch]: this.#tools.way.fetch,
        timeout: patience,
        ...(this.#isPlain && { execute: [client.allowInsecureRequests] }),
      },
    );
    const metadata = { ...discovered.serverMetadata() } as client.ServerMetadata;
    // Compared as text: the library ignores a slash at the end, and tokens do not.
    if (metadata.issuer !== issuer)
      throw new Untrusted(
        `the discovery document names the issuer ${JSON.stringify(metadata.issuer.slice(0, 200))}: write it exactly so`,
      );
    for (const name of ["authorization_endpoint", "token_endpoint", "jwks_uri"] as const)
      this.#mustBeSafe(URL.parse(metadata[name] ?? ""), name);
    return metadata;
  }

  async #configuration(): Promise<client.Configuration> {
    if (this.#metadata === null) await this.look();
    if (this.#metadata === null) throw this.#failed;
    return this.#configured(this.#metadata);
  }

  /** Anew for each sign-in: the library keeps keys at it, for longer than wanted. */
  #configured(metadata: client.ServerMetadata): client.Configuration {
    const config = new client.Configuration(
      metadata,
      this.issuer.client_id,
      { [client.clockTolerance]: clockTolerance },
      this.#authentication(metadata),
    );
    config[client.customFetch] = this.#tools.way.fetch;
    config.timeout = patience;
    if (this.#isPlain) client.allowInsecureRequests(config);
    // Otherwise the library trusts the connection, and leaves the signature out.
    client.enableNonRepudiationChecks(config);
    return config;
  }

  /** Basic is the standard's default, for a provider that names no methods, too. */
  #authentication({ token_endpoint_auth_methods_supported: methods }: client.ServerMetadata) {
    const { client_secret, client_auth } = this.issuer;
    if (client_secret === null) return client.None();
    const post = client_auth
      ? client_auth === "post"
      : methods?.includes("client_secret_basic") === false &&
        methods.includes("client_secret_post");
    return post ? client.ClientSecretPost(client_secret) : client.ClientSecretBasic(client_secret);
  }

  async #publishedKeys(): Promise<JSONWebKeySet> {
    const now = this.#tools.now();
    if (this.#keys && Math.abs(now - this.#keys.at) < keysFor) return this.#keys.jwks;
    const response = await this.#tools.way.fetch(this.#metadata!.jwks_uri!, {
      method: "GET",
      headers: { accept: "application/json, application/jwk-set+json" },
      redirect: "manual",
      body: undefined,
    });
    if (response.status !== 200) {
      const reason = `the keys of the provider: status ${response.status}`;
      throw response.status >= 500 ? new Unanswered(reason) : new Untrusted(reason);
    }
    const jwks = (await response.json().catch(() => null)) as JSONWebKeySet | null;
    if (!Array.isArray(jwks?.keys)) throw new Untrusted("the keys of the provider are not JSON");
    this.#keys = { jwks, at: now };
    return jwks;
  }

  /** The checks that the library leaves to its users. */
  #check({ iat, azp, sub }: client.IDToken): void {
    if (iat > this.#tools.wall() / 1000 + clockTolerance)
      throw new Untrusted("the token has expired or is from the future (iat)");
    if (azp !== undefined && azp !== this.issuer.client_id)
      throw new Untrusted("the token has another azp");
    if (sub.length > 255) throw new Untrusted("the token has a sub of more than 255 characters");
  }

  /** The claims, with those of the user info endpoint when they are needed. An address comes with its verification. */
  async #whole(
    config: client.Configuration,
    access_token: string,
    claims: client.IDToken,
  ): Promise<Record<string, unknown>> {
    if (!isThin(claims, this.issuer) || !config.serverMetadata().userinfo_endpoint) return claims;
    const more = await client.fetchUserInfo(config, access_token, claims.sub);
    const { verified_claim } = this.issuer;
    const own = claims.email === undefined ? { ...claims, [verified_claim]: undefined } : claims;
    return {
      ...more,
      ...own,
      ...(own === claims ? {} : { [verified_claim]: more[verified_claim] }),
    };
  }

  get #isPlain(): boolean {
    return this.issuer.issuer.startsWith("http:");
  }

  #isSafe(url: URL | null): boolean {
    return url?.protocol === "https:" || (this.#isPlain && url?.protocol === "http:");
  }

  #mustBeSafe(url: URL | null, name = "authorization_endpoint"): void {
    if (!this.#isSafe(url))
      throw new Untrusted(`the discovery document has no ${name} that begins with https://`);
  }
}
