/**
 * What the service needs from outside beside its store (`store.ts`) and the way out over HTTP
 * (`core/health/prober`, `core/paging/push`). `daemon` picks the adapters.
 */
import type { DiskSeen } from "../core/disk/room.ts";
import type { Instant } from "../core/model/model.ts";

/** Time and waiting. Tests move both manually. */
export interface Clock {
  now(): Instant;
  /** Resolves after `ms`, or at once when `signal` aborts. Never rejects. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** A push server of the configuration, as this node found it last. */
export interface ChannelHealth {
  kind: string;
  /** Why the push server is unreachable; null: it is reachable. */
  problem: string | null;
  looked_at: Instant;
}

/** What this node sees of the world outside. */
export interface Outside {
  /** The disk that holds the database; null: not seen yet, or a database server's. */
  disk: DiskSeen | null;
  /** The push servers that devices use and that have been looked at. */
  channels: readonly ChannelHealth[];
  /** Since when the node has had no network; null: it has one. */
  offline_since: Instant | null;
}
