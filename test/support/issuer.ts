/**
 * An OpenID Connect provider that lies as it is told to: every answer can be replaced. Its people need no password: the
 * authorization endpoint is played by `arrive`.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { generateKeyPair, exportJWK, SignJWT, type CryptoKey, type JWK } from "jose";
import type { Issuer } from "../../src/core/access/issuer.ts";
import { openSingleSignOn } from "../../src/oidc/single-sign-on.ts";

export interface Key {
  kid: string;
  key: CryptoKey;
  jwk: JWK;
}

export interface Liar {
  url: string;
  issuer: Issuer;
  /** The key that signs at present; published unless `published` says otherwise. */
  key: Key;
  published: Key[];
  /** Claims in the next ID tokens, beside or in place of the true ones. */
  claims: Record<string, unknown>;
  /** Claims that are left out. */
  without: string[];
  /** Claims of the user info endpoint. */
  userinfo: Record<string, unknown>;
  /** Makes the ID token in place of the usual signature. */
  sign: ((claims: Record<string, unknown>) => Promise<string> | string) | null;
  /** Answers a path in place of the usual answer. */
  answers: Record<string, (request: IncomingMessage, response: ServerResponse) => void>;
  /** Members of the discovery document, in place of the true ones. */
  metadata: Record<string, unknown>;
  /** The nonce of the latest sign-in, as the browser carried it. */
  nonce: string;
  /** The bodies that the token endpoint got. */
  asked: URLSearchParams[];
  reset(): void;
  end(): Promise<void>;
}

/** A person who is signed in at the provider already: it sends the browser back at once, with these claims. */
export function signsIn(liar: Liar, claims: Record<string, unknown>): void {
  liar.claims = claims;
  liar.answers["/authorize"] = (request, response) => {
    const asked = new URL(request.url ?? "", liar.url).searchParams;
    liar.nonce = asked.get("nonce") ?? "";
    const back = new URL(asked.get("redirect_uri") ?? "");
    const state = asked.get("state") ?? "";
    back.search = new URLSearchParams({ code: "secret-code", state, iss: liar.url }).toString();
    response.writeHead(302, { location: back.href }).end();
  };
}

export const seconds = () => Math.floor(Date.now() / 1000);

export async function newKey(kid: string): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair("ES256", { extractable: true });
  return { kid, key: privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: "ES256" } };
}

export async function startIssuer(more: Partial<Issuer> = {}): Promise<Liar> {
  const key = await newKey("first");
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const body = async (request: IncomingMessage) => {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    return new URLSearchParams(text);
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? "/", url).pathname;
    const lie = liar.answers[path];
    if (lie) return lie(request, response);
    const json = (value: unknown) =>
      void response.setHeader("content-type", "application/json").end(JSON.stringify(value));
    if (path === "/.well-known/openid-configuration")
      return json({
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/keys`,
        userinfo_endpoint: `${url}/userinfo`,
        end_session_endpoint: `${url}/end`,
        id_token_signing_alg_values_supported: ["ES256"],
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        authorization_response_iss_parameter_supported: true,
        ...liar.metadata,
      });
    if (path === "/keys") return json({ keys: liar.published.map(({ jwk }) => jwk) });
    if (path === "/userinfo") return json({ sub: liar.claims["sub"] ?? "ada", ...liar.userinfo });
    if (path === "/token") {
      liar.asked.push(await body(request));
      return json({ access_token: "secret-access", token_type: "Bearer", id_token: await token() });
    }
    response.writeHead(404).end();
  }

  async function token(): Promise<string> {
    const claims: Record<string, unknown> = {
      iss: url,
      aud: liar.issuer.client_id,
      sub: "ada",
      iat: seconds(),
      exp: seconds() + 300,
      nonce: liar.nonce,
      email: "ada@acme.example",
      email_verified: true,
      name: "Ada",
      ...liar.claims,
    };
    for (const name of liar.without) delete claims[name];
    return liar.sign
      ? liar.sign(claims)
      : new SignJWT(claims)
          .setProtectedHeader({ alg: "ES256", kid: liar.key.kid })
          .sign(liar.key.key);
  }

  const honest = () => ({
    key,
    published: [key],
    claims: {},
    without: [],
    userinfo: {},
    sign: null,
    answers: {},
    metadata: {},
    asked: [],
  });
  const liar: Liar = {
    url,
    issuer: issuerOf(url, more),
    nonce: "",
    ...honest(),
    reset: () => void Object.assign(liar, honest()),
    async end() {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
  return liar;
}

/** A provider of the configuration. */
export const issuerOf = (url: string, more: Partial<Issuer> = {}): Issuer => ({
  name: "Acme",
  slug: "acme",
  issuer: url,
  client_id: "monitord",
  client_secret: "client-secret",
  client_auth: null,
  ca: null,
  scopes: ["openid", "email", "profile"],
  allowed_domains: [],
  groups_claim: "groups",
  verified_claim: "email_verified",
  roles: [],
  default_role: "viewer",
  users: "any",
  link_by_email: "verified",
  logout: true,
  organization: "home",
  ...more,
});

/** The real adapter, without a store. `timeout`: of one request, ms. */
export const singleSignOn = (issuers: readonly Issuer[], timeout?: number) =>
  openSingleSignOn(issuers, {
    ...(timeout !== undefined && { timeout }),
    profile: () => "single",
    exceptions: [],
    userAgent: "monitord/9.9.9",
    now: () => Date.now(),
    wall: () => Date.now(),
  });
