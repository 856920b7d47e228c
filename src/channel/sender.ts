/** The half of a channel that has effects: what it is given, and what it does. */
import type { AddressProfile, AddressRule } from "../core/access/address.ts";
import type { Instant } from "../core/model/model.ts";
import type { Pusher } from "../core/paging/push.ts";
import type { Lookup } from "../probe/lookup.ts";

/** Sends pushes through one channel. */
export interface Sender extends Pusher {
  /**
   * Whether the server that the operator configured can be reached: null, or why not. null in place of
   * the function: the operator configures no server.
   */
  check: (() => Promise<string | null>) | null;
}

/** What every sender is given. */
export interface Surroundings {
  now: () => Instant;
  profile: () => AddressProfile;
  exceptions: readonly AddressRule[];
  /** `monitord/<version>`. */
  userAgent: string;
  /** The public root address as phones reach it; null: they do not. */
  site: () => string | null;
  lookup?: Lookup;
  /** The whole attempt, ms; default 10 s. */
  timeout?: number;
}

/** What `<kind>/send.ts` exports. */
export interface Adapter<Settings> {
  open(settings: Settings, surroundings: Surroundings): Sender;
}
