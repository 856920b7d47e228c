/**
 * Authenticates callers: an API key, checked against the database at every request, so that a revocation
 * takes effect immediately.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Actor } from "../../app/audit.ts";
import { agentOf } from "../../core/access/agent.ts";
import { hashKey, looksLikeKey } from "../../core/access/api-key.ts";
import { allows } from "../../core/access/scope.ts";
import type { Author } from "../../core/command/command.ts";
import type { Scope } from "../../core/model/model.ts";
import type { Caller } from "../../store/reads/access.ts";
import type { Deps } from "../deps.ts";
import { Problem } from "../answer/problem.ts";
import { visitorOf } from "./sessions.ts";
import { Guesses } from "./guesses.ts";
import type { Tickets } from "./tickets.ts";

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    /** The required scope; every route of the API declares it. */
    scope?: Scope | "public";
    /** The person of `:user_id` needs no more than a sign-in. */
    own?: true;
    /** A signed-in browser may call it too; only for routes that change no data. */
    session?: true;
    /** Successes are too many for the log. */
    quiet?: boolean;
    /** Requests are counted in a budget of this name; absent: in that of all other routes. */
    budget?: "incidents" | "answers";
    /** Its address is all that it needs, so that pages of other sites may post to it. */
    anyOrigin?: true;
    /** It exists to refuse a method: `Allow` does not name it. */
    refuses?: true;
  }
}

/** Last use is written at most once a minute: it is for people. */
const touchEvery = 60_000;

/** An `onRequest` hook: sets `request.caller`, or throws 401 or 403. */
export function authenticator(deps: Deps & { tickets: Tickets }) {
  const { store, clock, tickets } = deps;
  const guesses = new Guesses(clock);

  return async function authenticate(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { scope, session } = request.routeOptions.config;
    if (scope === "public" || scope === undefined) return;
    const { authorization } = request.headers;
    const inside =
      authorization?.startsWith("Ticket ") === true
        ? tickets.take(authorization.slice(7))
        : session && authorization === undefined
          ? (await visitorOf(deps, request))?.caller
          : undefined;
    if (inside) {
      request.caller = inside;
      demandScope(request, inside);
      return;
    }
    const token = /^Bearer +(\S+)\s*$/i.exec(request.headers.authorization ?? "")?.[1];
    if (!token) throw unauthorized("Send your API key as Authorization: Bearer mon_….");
    if (!looksLikeKey(token))
      throw unauthorized("Invalid API key: mistyped or truncated.", "invalid_token");
    const hash = hashKey(token);
    if (!guesses.mayLookUp(request.ip, hash)) throw tooMany(1);
    const key = await store.read.key_by_hash(hash);
    // The first start stores the key of the configuration.
    if (!key && deps.notReady() !== null)
      throw new Problem("unavailable", "The service is starting.", {
        headers: { "retry-after": "1" },
      });
    if (key) guesses.found(hash);
    const wait = key ? null : guesses.missed(request.ip);
    if (wait !== null) throw tooMany(wait);
    const now = clock.now();
    if (!key?.key || key.key.revoked_at !== null || (key.expires_at ?? Infinity) <= now)
      throw unauthorized("This API key is unknown, expired or revoked.", "invalid_token");
    request.caller = key;
    reply.header("x-monitord-version", deps.version);
    demandScope(request, key);
    // In the future: a step back of the clock was adopted since.
    if (Math.abs(now - (key.key.last_used_at ?? 0)) >= touchEvery)
      store
        .run("touch_key", { key: key.key, client_address: request.ip, now })
        .catch((error: unknown) => {
          request.log.warn({ err: error, request_id: request.id }, "last use of a key not written");
        });
  };
}

/** Refuses a caller without the scope of the route, unless the route is about the caller and open to its own person. */
export function demandScope(request: FastifyRequest, caller: Caller): void {
  const { scope, own } = request.routeOptions.config;
  if (scope === undefined || scope === "public" || allows(caller, scope)) return;
  const { user_id } = request.params as { user_id?: string };
  if (own && caller.user_id !== null && caller.user_id === user_id) return;
  throw new Problem("forbidden", lacking(caller, scope, own));
}

/** Why the caller may not: which rights it has, and which one is needed. */
export const lacking = ({ key, name, scopes }: Caller, scope: Scope, own?: true): string =>
  `${key ? `The key "${key.name}"` : `The account of ${name}`} has scope ${scopes.join(", ")}; this request needs ${scope}${own ? ", unless it is for yourself" : ""}.`;

const tooMany = (seconds: number) =>
  new Problem("too-many-requests", "Too many unknown API keys from this address.", {
    headers: { "retry-after": String(seconds) },
  });

function unauthorized(detail: string, error?: string): Problem {
  return new Problem("unauthorized", detail, {
    headers: {
      "www-authenticate": `Bearer realm="monitord"${error ? `, error="${error}"` : ""}`,
    },
  });
}

/** The caller of a route that needs one. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error("a route without a caller");
  return request.caller;
}

/** The caller as the author of a change. */
export function actorOf(request: FastifyRequest): Actor {
  const caller = callerOf(request);
  const { key, session_id, user_id } = caller;
  return {
    org_id: caller.org_id,
    name: caller.name,
    request_id: request.id,
    ...(key ? { key: { id: key.id, name: key.name } } : {}),
    ...(session_id === null ? {} : { session_id }),
    ...(user_id === null ? {} : { user_id }),
    client_address: request.ip,
    agent: agentOf(request.headers["user-agent"] ?? ""),
  };
}

/** The author of an act on an incident. An account has its own name; the holder of a key can pass another. */
export function authorOf(request: FastifyRequest, by?: string): Author {
  const { name, user_id } = callerOf(request);
  return { by: user_id === null ? (by ?? name) : name, user_id };
}
