/**
 * What the service needs from outside beside its store (`store.ts`) and the way out over HTTP
 * (`core/health/prober`, `core/paging/push`). `daemon` picks the adapters.
 */
import type { DiskSeen } from "../core/disk/room.ts";
import type { Instant } from "../core/model/model.ts";
import type { ServiceMinute } from "../core/model/node.ts";

/** Time and waiting. Tests move both themselves. */
export interface Clock {
  /** Service time (`core/clock/timeline`): for decisions and stored instants. */
  now(): Instant;
  /** A clock that is never set, ms: for durations within this process. */
  steady(): number;
  /** The wall clock: only for texts that other programs compare with theirs. */
  wall(): Instant;
  /** How far the wall clock is ahead of service time since it was stepped, ms; 0: it was not. */
  stepped(): number;
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

/** The daily backups, as this node found or made them. */
export interface BackupState {
  /** When the newest one was made; null: none yet. */
  made_at: Instant | null;
  /** Its size. */
  bytes: number;
  /** Attempts that failed since the start. */
  failures: number;
  /** Why the last attempt failed; null: it did not. */
  problem: string | null;
}

/** The manifests of the configuration, as this node applied them last. */
export interface ProvisioningState {
  /** When all of them were applied; null: not since the start. */
  applied_at: Instant | null;
  /** The mistakes that the last attempt found. */
  mistakes: number;
}

/** Exceptions that were thrown at one place of this process, which went on. */
export interface ExceptionsSeen {
  /** The loop, or the part of the process: `poller`, `probe`, `push`. */
  where: string;
  /** Since the start. */
  total: number;
  /** In the last hour. */
  recent: number;
}

/** Connections of this process to the database server, and those of them that are idle. `most`: the limit. */
interface Connections {
  open: number;
  idle: number;
  most: number;
}

/** The world outside as this node sees it, and its own work. */
export interface Outside {
  /** null or absent: this node makes none. */
  backup?: BackupState | null;
  /** null or absent: none are configured, or not read yet. */
  provisioning?: ProvisioningState | null;
  /** OpenID Connect providers by name, and why they do not work; null: they do. Absent: none are configured. */
  providers?: readonly { name: string; problem: string | null }[];
  /** The disk that holds the database; null: not seen yet, or a database server's. */
  disk: DiskSeen | null;
  /** The push servers that devices use and that were checked. */
  channels: readonly ChannelHealth[];
  /** Since when the node has had no network; null: it has one. */
  offline_since: Instant | null;
  /** The last hour, oldest first; shorter after a start. */
  minutes: readonly ServiceMinute[];
  /** Health check monitors that go without checks; absent: none are known. */
  unchecked?: number;
  /** null or absent: the database is a file. */
  connections?: Connections | null;
  /** Exceptions that this process went on in spite of; absent: none. */
  exceptions?: readonly ExceptionsSeen[];
}
