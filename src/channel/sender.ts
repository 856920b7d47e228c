/** Defines the half of a channel that has effects. */
import type { AddressProfile, AddressRule } from "../core/access/address.ts";
import type { Instant } from "../core/model/model.ts";
import type { Letter } from "../core/access/letter.ts";
import type { Pusher, PushOutcome } from "../core/paging/push.ts";
import type { Lookup } from "../probe/lookup.ts";

/** Sends pushes through one channel. */
export interface Sender extends Pusher {
  /**
   * Whether the server that the operator configured can be reached: null, or why not. null in place of
   * the function: the operator configures no server.
   */
  check: (() => Promise<string | null>) | null;
  /** Sends a letter to any address; absent: the channel sends none. */
  post?: (letter: Letter) => Promise<PushOutcome>;
}

/** The tools of every sender. */
export interface Surroundings {
  /** The wall clock: receivers compare the time in a push with their own. */
  now: () => Instant;
  profile: () => AddressProfile;
  /** As in `probe/connect`. */
  fresh?: () => Promise<void> | null;
  exceptions: readonly AddressRule[];
  /** `monitord/<version>`. */
  userAgent: string;
  /** The public root address as phones reach it; null: they do not. */
  site: () => string | null;
  lookup?: Lookup;
  /** The whole attempt, ms; default 10 s. */
  timeout?: number;
  /** Called with each exception of a sender. */
  onThrown?: (thrown: unknown) => void;
}

/** The exports of `<kind>/send.ts`. */
export interface Adapter<Settings> {
  open(settings: Settings, surroundings: Surroundings): Sender;
}
