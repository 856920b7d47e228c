/**
 * What the service needs from outside, and nothing about how it is done: a store, something that fetches
 * health endpoints, something that pushes, and a clock. `daemon` picks the adapters.
 */
import type { Device, HealthCheckMonitor, Instant } from "../core/model/model.ts";
import type { DuePush, PushOutcome } from "./push/due-push.ts";

export type { Node } from "../core/model/node.ts";
export { nudges, type Nudge } from "../store/kit/nudge.ts";
export { StoreUnavailable } from "../store/kit/unavailable.ts";
export type * from "../store/reads/port.ts";
export type { Actor } from "./audit.ts";
export type { SaveInput } from "./declare/save-resource.ts";
export type { DeviceSpec } from "./device/add-device.ts";
export type { Retention } from "./node/prune.ts";
export type { Outcome } from "./outcome.ts";
export type { DuePush, PushClaim, PushOutcome } from "./push/due-push.ts";
export type { Store, Verbs } from "./store.ts";
export type { DueCheck } from "./subject/claim-checks.ts";

/** The time, and waiting: stories move both by hand. */
export interface Clock {
  now(): Instant;
  /** Resolves after `ms`, or at once when `signal` aborts. Never rejects. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** Fetches a health endpoint; a bad target is an answer, never an exception. */
export interface Prober {
  fetch(
    monitor: Pick<HealthCheckMonitor, "url" | "request_headers" | "timeout_seconds">,
  ): Promise<Fetched>;
  close(): Promise<void>;
}

export type Fetched =
  | { kind: "answer"; http_status: number; body: string }
  | {
      kind: "failure";
      reason: string;
      /** Nothing of it was heard: no name, no connection, no answer in time. */
      unreachable?: true;
    };

/** Sends one push; a bad server is an answer, never an exception. */
export interface Pusher {
  push(due: DuePush): Promise<PushOutcome>;
  close(): Promise<void>;
}

/** A push server of the configuration, as this node found it last. */
export interface Channel {
  kind: Device["kind"];
  /** Why nothing can be sent through it; null: it can be reached. */
  problem: string | null;
  looked_at: Instant;
}

/** What this node sees of the world outside. */
export interface Outside {
  /** The push servers that devices use and that have been looked at. */
  channels: readonly Channel[];
  /** Since when its own network has been away; null: it is not. */
  offline_since: Instant | null;
}
