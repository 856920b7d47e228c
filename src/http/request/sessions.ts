/**
 * Sessions of signed-in browsers. The cookie carries 256 random bits, the database stores their hash. A
 * session has the rights of its user or of the key it was opened with, and ends with it.
 */
import { createHmac, hash, timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Clock } from "../../app/ports.ts";
import type { Store } from "../../app/store.ts";
import { agentOf } from "../../core/access/agent.ts";
import type { SignInMethod } from "../../core/model/model.ts";
import type { Caller, NewSession } from "../../store/reads/access.ts";
import { day, minute } from "../../core/text/units.ts";
import { withoutEndSlashes } from "../../core/text/slashes.ts";

/** Without use, and in all. */
const lifetime = { idle: 7 * day, whole: 30 * day };
/** Use is written at most this often. */
const touchEvery = 15 * minute;

export interface Visitor {
  /** Their account or key, under the name that they go by. */
  caller: Caller;
  hash: string;
  /** The token that forms must carry. */
  csrf: string;
}

interface Sessions {
  store: Store;
  clock: Clock;
  randomBytes: (size: number) => Uint8Array;
  siteUrl: () => string;
  /** Equal on all nodes. */
  challengeSecret: () => Uint8Array;
}

/**
 * The token for the forms of a session, and its seal. The seal shows that a page of ours had this form, also when the
 * session has ended and is stored nowhere.
 */
function csrfOf(token: string, secret: Uint8Array): string {
  const own = createHmac("sha256", token).update("form").digest("base64url");
  return `${own}.${sealOf(own, secret)}`;
}

const sealOf = (own: string, secret: Uint8Array): string =>
  createHmac("sha256", secret).update("form").update(own).digest("base64url");

/** As the database knows a token. */
export const hashOf = (token: string): string => hash("sha256", token, "hex");

/** Browsers enforce the prefix of such a cookie: only over https, only from this host. `of`: which one; absent: the session's. */
export function cookieOf(siteUrl: string, of = ""): { name: string; attributes: string } {
  const url = URL.parse(siteUrl);
  const path = url ? withoutEndSlashes(url.pathname) : "";
  const secure = url?.protocol === "https:";
  const prefix = !secure ? "" : path === "" ? "__Host-" : "__Secure-";
  return {
    name: `${prefix}monitord${of}`,
    attributes: `Path=${path === "" ? "/" : path}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`,
  };
}

/** The 256 random bits in a cookie of ours; null: none. */
export function tokenOf(request: FastifyRequest, siteUrl: string, of = ""): string | null {
  const { name } = cookieOf(siteUrl, of);
  for (const part of (request.headers.cookie ?? "").split(";")) {
    const [key, value = ""] = part.trim().split("=");
    if (key === name && /^[\w-]{43}$/.test(value)) return value;
  }
  return null;
}

/** The signed-in visitor; null: none, or expired. */
export async function visitorOf(
  { store, clock, siteUrl, challengeSecret }: Sessions,
  request: FastifyRequest,
): Promise<Visitor | null> {
  const token = tokenOf(request, siteUrl());
  if (token === null) return null;
  const hash = hashOf(token);
  const signed = await store.read.session(hash);
  if (!signed) return null;
  const { session, caller } = signed;
  const now = clock.now();
  // The session expires with its key at the latest.
  const whole = Math.min(session.expires_at, caller.expires_at ?? Infinity);
  const over =
    whole <= now ||
    session.seen_at + lifetime.idle <= now ||
    (caller.key?.revoked_at ?? null) !== null;
  if (over) return null;
  const touches = now - session.seen_at >= touchEvery;
  // Streams end then, too.
  const expires_at = Math.min(whole, (touches ? now : session.seen_at) + lifetime.idle);
  if (touches)
    store.run("touch_session", { hash, now }).catch((error: unknown) => {
      request.log.warn({ err: error, request_id: request.id }, "use of a session not written");
    });
  return {
    caller: { ...caller, expires_at },
    hash,
    csrf: csrfOf(token, challengeSecret()),
  };
}

/** A session that is not stored yet, and the cookie to set for it. */
export function newSession(
  { clock, randomBytes, siteUrl, challengeSecret }: Sessions,
  request: FastifyRequest,
  method: SignInMethod,
): {
  session: NewSession;
  cookie: string;
  /** The token for the forms of its pages. */
  csrf: string;
} {
  const token = Buffer.from(randomBytes(32)).toString("base64url");
  const now = clock.now();
  const { name, attributes } = cookieOf(siteUrl());
  return {
    session: {
      hash: hashOf(token),
      method,
      passkey_id: null,
      agent: agentOf(request.headers["user-agent"] ?? ""),
      client_address: request.ip,
      inserted_at: now,
      seen_at: now,
      proved_at: now,
      expires_at: now + lifetime.whole,
    },
    cookie: `${name}=${token}; ${attributes}; Max-Age=${lifetime.whole / 1000}`,
    csrf: csrfOf(token, challengeSecret()),
  };
}

/** Begins a session with a key; answers the cookie to set, and the token for forms. */
export async function beginSession(
  sessions: Sessions,
  request: FastifyRequest,
  key: Pick<Caller, "id" | "org_id" | "name">,
  name: string,
): Promise<{ cookie: string; csrf: string }> {
  const { session, cookie, csrf } = newSession(sessions, request, "key");
  await sessions.store.run("begin_session", {
    session,
    key: { id: key.id, org_id: key.org_id, name: key.name },
    name: name === "" ? key.name : name,
  });
  return { cookie, csrf };
}

/** The cookie of no session, which a browser removes at once. */
export function expiredCookie(siteUrl: string): string {
  const { name, attributes } = cookieOf(siteUrl);
  return `${name}=; ${attributes}; Max-Age=0`;
}

/** True when the form carries the token of this session's pages. */
export function isOwnForm(visitor: Visitor, given: string | null): boolean {
  return same(visitor.csrf, given ?? "");
}

/** True when the form was on a page of any session, which may have ended since. */
export function wasOwnForm(
  { challengeSecret }: Pick<Sessions, "challengeSecret">,
  given: string | null,
): boolean {
  const [own = "", seal = ""] = (given ?? "").split(".");
  return same(sealOf(own, challengeSecret()), seal);
}

function same(one: string, other: string): boolean {
  const [expected, actual] = [Buffer.from(one), Buffer.from(other)];
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

/**
 * True when the browser reports that another site's page started the request. Old browsers omit that, so
 * changes need further proof.
 */
export function isCrossSite(request: FastifyRequest, siteUrl: string): boolean {
  const { origin, host } = request.headers;
  const site = request.headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return true;
  if (origin === undefined) return false;
  // A proxy may have changed the host, and a visitor may use another name of this site.
  return origin !== URL.parse(siteUrl)?.origin && URL.parse(origin)?.host !== host;
}
