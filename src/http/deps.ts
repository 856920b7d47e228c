/** The dependencies of the HTTP side, passed by the wiring. */
import type { FeedLimits } from "./feed.ts";
import type { ConnectionLimits } from "./request/connections.ts";
import type { FastifyBaseLogger } from "fastify";
import type { Clock, Outside } from "../app/ports.ts";
import type { LevelRetention } from "../core/history/level.ts";
import type { Post } from "../core/access/letter.ts";
import type { SingleSignOn } from "../core/access/issuer.ts";
import type { Prober } from "../core/health/prober.ts";
import type { Store } from "../app/store.ts";

export interface Deps {
  store: Store;
  clock: Clock;
  /** For checks on demand; null while the service starts. */
  prober: () => Prober | null;
  randomBytes: (size: number) => Uint8Array;
  /** Signs the challenges of passkeys and the tokens of forms; equal on all nodes. */
  challengeSecret: () => Uint8Array;
  /** Public root address, without a slash at the end; known once the server listens. */
  siteUrl: () => string;
  version: string;
  logger: FastifyBaseLogger;
  /** Certificate and key, PEM; null or absent: the server speaks http. */
  tls?: { cert: Buffer; key: Buffer; minVersion: "TLSv1.2" } | null;
  /** Reverse proxies whose `X-Forwarded-For` is believed. */
  trustedProxies: string[];
  limits: {
    /** Management requests per minute and key. */
    apiPerMinute: number;
    /** Time for the headers and body of a request, ms; absent: 15 s. */
    slowRequestMs?: number;
    /** Connections at once; absent: 8,000, and 2,000 of one address. */
    connections?: Partial<ConnectionLimits>;
    /** Event streams at once; absent: `feedLimits`. */
    streams?: FeedLimits;
  };
  /** The retention of measures. */
  measuresKept: LevelRetention;
  /** The retention of changes of status, ms. */
  historyKept: number;
  /** Whether devices of this kind can be reached. */
  isConfigured: (kind: string) => boolean;
  /** Sends a mail to a person at once; null: mail is not configured, or the service is starting. */
  post: () => Post | null;
  /** The OpenID Connect providers; null: none are configured, or the service is starting. */
  singleSignOn: () => SingleSignOn | null;
  /** People sign in with the providers alone. */
  oidcOnly: boolean;
  /** Addresses that the operator named for the address guard (--allow-addresses). */
  allowAddresses: readonly string[];
  /** The state of push servers and network, as seen by this node. */
  outside: () => Outside;
  /** Where a phone subscribes that is given no other server; may carry `user:password`, which is for no page. */
  phoneServer: string;
  /** The snapshot of a status page that this node has on its disk, by the slug of the page; null: none. */
  snapshot: (slug: string) => Promise<string | null>;
  /** Why the service takes no requests at the moment; null: it does. */
  notReady: () => string | null;
}
