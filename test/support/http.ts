/**
 * The HTTP side alone, over a real store of either database and a real socket: two organizations, a key of each scope, a
 * clock that stands still, and everything that was logged.
 *
 * `call` holds every answer against the published OpenAPI description: an answer that the description does
 * not promise fails the test.
 */
import { randomBytes } from "node:crypto";
import { day } from "../../src/core/text/units.ts";
import { pino } from "pino";
import { expect } from "vitest";
import type { Store } from "../../src/app/store.ts";
import { phoneKind } from "../../src/channel/registry.ts";
import { hashKey, keyPrefix, makeKey } from "../../src/core/access/api-key.ts";
import type { Post } from "../../src/core/access/letter.ts";
import type { SingleSignOn } from "../../src/core/access/issuer.ts";
import type { Prober } from "../../src/core/health/prober.ts";
import type { Scope } from "../../src/core/model/model.ts";
import type { Deps } from "../../src/http/deps.ts";
import { buildServer } from "../../src/http/server.ts";
import { createProber } from "../../src/probe/prober.ts";
import { promises, type Description } from "./api-document.ts";
import { MovableClock } from "./clock.ts";
import { emptyStore } from "./store.ts";

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body; undefined when there is none. */
  // oxlint-disable-next-line typescript/no-explicit-any
  json: any;
}

export interface Ask {
  key?: string | null;
  /** Sent as JSON, unless it is text or bytes already. */
  body?: unknown;
  headers?: Record<string, string>;
}

export interface HttpSide {
  /** Where it listens; `siteUrl` may carry a path on top of it. */
  origin: string;
  siteUrl: string;
  clock: MovableClock;
  store: Store;
  /** A further connection to its database. */
  another: () => Promise<Store>;
  /** Equal on all nodes. */
  challengeSecret: Uint8Array;
  keys: Record<Scope, string>;
  /** An administrator of another organization. */
  stranger: string;
  /** Every line that was logged, as text. */
  logged: string[];
  description: Description;
  /** Calls below the origin (`/livez`) as it stands; what is described must be answered as described. */
  call(method: string, path: string, ask?: Ask): Promise<Answer>;
  /** The same below `/api/v1`, with the administrator's key. */
  api(method: string, path: string, body?: unknown): Promise<Answer>;
  end(): Promise<void>;
}

export interface HttpOptions {
  /** Path of the site URL. */
  path?: string;
  /** The whole of it, where it is not where the server listens. */
  siteUrl?: string;
  /** Another name of the address that the server listens at. */
  host?: string;
  limits?: Partial<Deps["limits"]>;
  /** Kinds of devices that can be reached; default: those that are always on. */
  configured?: readonly string[];
  /** The rules of --allow-addresses. */
  allowAddresses?: string[];
  phoneServer?: string;
  /** The OpenID Connect providers. */
  singleSignOn?: SingleSignOn;
  oidcOnly?: boolean;
  /** Takes mails to people; absent: mail is not configured. */
  post?: Post;
  trustedProxies?: string[];
  /** The clock goes on by itself, as pages expect that look at it. */
  running?: boolean;
  /** Wraps the store, to make it fail. */
  wrap?: (store: Store) => Store;
  notReady?: () => string | null;
  /** The snapshots of status pages that this node has. */
  snapshot?: Deps["snapshot"];
  outside?: Deps["outside"];
  /** Answers in place of the network. */
  prober?: Prober;
  /** Another node of the same service: its database, clock and address. */
  beside?: HttpSide;
  /** Of the service; default: one that is older than every client. */
  version?: string;
}

export async function startHttp(options: HttpOptions = {}): Promise<HttpSide> {
  const { beside } = options;
  const clock = beside?.clock ?? new MovableClock();
  const {
    store,
    another,
    end: endStore,
  } = beside
    ? { store: await beside.another(), another: beside.another, end: async () => {} }
    : await emptyStore(() => clock.now());
  const logged: string[] = [];
  // As in the daemon: a path is configured, and known before the port is.
  const site = { url: options.path ? `http://localhost${options.path}` : "" };
  const prober =
    options.prober ??
    createProber({
      profile: () => "single",
      exceptions: [],
      userAgent: "monitord/9.9.9",
    });
  const challengeSecret = beside?.challengeSecret ?? randomBytes(32);
  const server = await buildServer({
    store: options.wrap?.(store) ?? store,
    clock,
    prober: () => prober,
    randomBytes,
    challengeSecret: () => challengeSecret,
    siteUrl: () => site.url,
    version: options.version ?? "0.9.9",
    logger: pino({ level: "trace" }, { write: (line) => void logged.push(line) }),
    trustedProxies: options.trustedProxies ?? [],
    limits: { apiPerMinute: 100_000, ...options.limits },
    measuresKept: { check: 2 * day, hour: 90 * day, day: 1095 * day },
    historyKept: 365 * day,
    singleSignOn: () => options.singleSignOn ?? null,
    oidcOnly: options.oidcOnly ?? false,
    post: () => options.post ?? null,
    allowAddresses: options.allowAddresses ?? [],
    isConfigured: (kind) => (options.configured ?? [phoneKind]).includes(kind),
    outside:
      options.outside ?? (() => ({ channels: [], offline_since: null, disk: null, minutes: [] })),
    phoneServer: options.phoneServer ?? "https://push.example.com",
    snapshot: options.snapshot ?? (async () => null),
    notReady: options.notReady ?? (() => null),
  });
  const listens = await server.listen({ host: "127.0.0.1", port: 0 });
  const origin = listens.replace("127.0.0.1", options.host ?? "127.0.0.1");
  site.url = beside?.siteUrl ?? options.siteUrl ?? origin + (options.path ?? "");

  const { keys, stranger } = beside ?? (await someKeys(store, clock));
  const description = (await (await fetch(`${origin}/api/v1/openapi.json`)).json()) as Description;
  const faultsOf = promises(description);

  const running = options.running
    ? setInterval(() => void clock.advance(500, () => true), 500)
    : undefined;

  const side: HttpSide = {
    origin,
    siteUrl: site.url,
    clock,
    store,
    another,
    challengeSecret,
    keys,
    stranger,
    logged,
    description,
    async call(method, path, { key = null, body, headers = {} } = {}) {
      const raw = typeof body === "string" || body instanceof Uint8Array;
      const response = await fetch(origin + path, {
        method,
        redirect: "manual",
        headers: {
          ...(key === null ? {} : { authorization: `Bearer ${key}` }),
          ...(body === undefined || raw ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: raw ? (body as string) : JSON.stringify(body) }),
      });
      const type = response.headers.get("content-type") ?? "";
      // Has no end: `support/events.ts` listens to it.
      const endless = type.startsWith("text/event-stream");
      if (endless) await response.body?.cancel();
      const text = endless ? "" : await response.text();
      const answer: Answer = {
        status: response.status,
        headers: response.headers,
        text,
        json: type.includes("json") && text !== "" ? JSON.parse(text) : undefined,
      };
      const below = path.slice((options.path ?? "").length);
      if (!endless) expect(faultsOf(method, below, answer), text).toEqual([]);
      return answer;
    },
    api: (method, path, body) =>
      side.call(method, `${options.path ?? ""}/api/v1${path}`, {
        key: keys.admin,
        ...(body === undefined ? {} : { body }),
      }),
    async end() {
      clearInterval(running);
      await server.close();
      await prober.close();
      await endStore();
    },
  };
  return side;
}

/** Two organizations: a key of each scope of one, and an administrator of the other. */
async function someKeys(
  store: Store,
  clock: MovableClock,
): Promise<Pick<HttpSide, "keys" | "stranger">> {
  const home = await organization(store, clock, "home");
  const other = await organization(store, clock, "other");
  const keys = {
    read: await keyFor(store, clock, home, ["read"]),
    respond: await keyFor(store, clock, home, ["respond"]),
    write: await keyFor(store, clock, home, ["write"]),
    admin: await keyFor(store, clock, home, ["admin"]),
  };
  return { keys, stranger: await keyFor(store, clock, other, ["admin"]) };
}

async function organization(store: Store, clock: MovableClock, name: string): Promise<string> {
  const made = await store.run("create_organization", {
    name,
    now: clock.now(),
  });
  return made.id;
}

/** A new key of an organization. */
export async function keyFor(
  store: Store,
  clock: MovableClock,
  org_id: string,
  scopes: Scope[],
  expires_at: number | null = null,
): Promise<string> {
  const key = makeKey(randomBytes);
  await store.run("create_key", {
    actor: { org_id, name: "test", request_id: null },
    name: `${scopes.join(" ")} key`,
    hash: hashKey(key),
    prefix: keyPrefix(key),
    scopes,
    expires_at,
    now: clock.now(),
  });
  return key;
}
