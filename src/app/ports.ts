/**
 * What the service needs from outside, and nothing about how it is done: a store, something that fetches
 * health endpoints, something that pushes, and a clock. `daemon` picks the adapters.
 */
import type { Instant } from "../core/model/model.ts";

export type { Node } from "../core/model/node.ts";
export { nudges, type Nudge } from "../store/kit/nudge.ts";
export { StoreUnavailable } from "../store/kit/unavailable.ts";
export type * from "../store/reads/port.ts";
export type { Actor } from "./audit.ts";
export type { SaveInput } from "./declare/save-resource.ts";
export type { DeviceSpec } from "./device/add-device.ts";
export type { Retention } from "./node/prune.ts";
export type { Outcome } from "./outcome.ts";
export type { Fetched, Prober } from "../core/health/prober.ts";
export type { DuePush, PushClaim, Pusher, PushOutcome } from "../core/paging/push.ts";
export type { Store, Verbs } from "./store.ts";
export type { DueCheck } from "./subject/claim-checks.ts";

/** The time, and waiting: stories move both by hand. */
export interface Clock {
  now(): Instant;
  /** Resolves after `ms`, or at once when `signal` aborts. Never rejects. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** A push server of the configuration, as this node found it last. */
export interface ChannelHealth {
  kind: string;
  /** Why nothing can be sent through it; null: it can be reached. */
  problem: string | null;
  looked_at: Instant;
}

/** What this node sees of the world outside. */
export interface Outside {
  /** The push servers that devices use and that have been looked at. */
  channels: readonly ChannelHealth[];
  /** Since when its own network has been away; null: it is not. */
  offline_since: Instant | null;
}
