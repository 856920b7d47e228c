/** Verifies the logout tokens of providers (OpenID Connect Back-Channel Logout 1.0, section 2.6). */
import { createLocalJWKSet, decodeJwt, jwtVerify, type JSONWebKeySet } from "jose";
import type { Issuer, LoggedOut } from "../core/access/issuer.ts";
import { clockTolerance } from "../core/access/provider-sign-in.ts";
import type { Instant } from "../core/model/model.ts";
import { Untrusted } from "./reason.ts";

/** Signatures with a shared key, or without any, are not in the list. */
const algorithms = "RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519".split(" ");
const logoutEvent = "http://schemas.openid.net/event/backchannel-logout";

/** Throws `Untrusted`. `wall`: the time that tokens are compared with. */
export async function readLogoutToken(
  token: string,
  { issuer, client_id }: Issuer,
  keys: JSONWebKeySet,
  wall: Instant,
): Promise<LoggedOut> {
  const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
    issuer,
    audience: client_id,
    algorithms,
    clockTolerance,
    currentDate: new Date(wall),
    requiredClaims: ["iat", "jti", "events"],
  }).catch((error: { code?: string; claim?: string }) => {
    const claim = error.claim === undefined ? "" : ` (${error.claim})`;
    throw new Untrusted(`the logout token is refused: ${error.code ?? "unreadable"}${claim}`);
  });
  const { sub, sid, jti, iat, events, nonce } = payload;
  const isNamed = typeof events === "object" && events !== null && logoutEvent in events;
  if (!isNamed || nonce !== undefined) throw new Untrusted("the token is not a logout token");
  if (Math.abs(wall / 1000 - iat!) > 2 * clockTolerance)
    throw new Untrusted("the logout token is too old or from the future");
  const [person, session] = [sub, sid].map((one) => (typeof one === "string" ? one : null));
  if (!person && !session) throw new Untrusted("the logout token names no person");
  return { ok: true, issuer, sub: person!, sid: session!, jti: jti!, issued_at: iat! * 1000 };
}

/** The issuer that an unverified token names; null: it cannot be read. */
export function issuerIn(token: string): string | null {
  try {
    return decodeJwt(token).iss ?? null;
  } catch {
    return null;
  }
}
