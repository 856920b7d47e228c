/**
 * This node's own connectivity: counts how fetches go, asks a few independent things when nearly all of them
 * fail at once, and says so once it is clear that the network is away. The question is answered within
 * five seconds, and until it is, nothing is held back but the readings that wait for it.
 *
 * Each node judges itself: another one, whose network works, takes the checks that this one gives back.
 */
import type { Clock, Store } from "../app/ports.ts";
import {
  isSuspicious,
  isWorthAPage,
  missedSince,
  seemsOffline,
  sighted,
  skippedFor,
  type Sight,
} from "../core/gap/connectivity.ts";
import type { BlindPeriod, Instant } from "../core/model/model.ts";
import { startLoop, type Loop } from "./loop.ts";

/** Between two questions: when it was not offline, when it was taken to be by mistake, and while it is, ms. */
const pause = { online: 10_000, mistaken: 5 * 60_000, offline: 5_000 };
/** An answer of a monitor so long ago still says that there is a network, ms. */
const lately = 10_000;
/** Monitors that were deleted are not remembered for ever, ms. */
const remembered = 24 * 3600_000;

export class Network {
  readonly #context: NetworkContext;
  readonly #sights = new Map<string, Sight>();
  /** Monitors whose groups are to be told. */
  #untold = new Set<string>();
  #asking: Promise<boolean> | null = null;
  #returning: Promise<boolean> | null = null;
  #askAgainAt: Instant = 0;
  #reachedAt: Instant = -Infinity;
  /** Since when nothing was reached, and when that was clear; null: it is not offline. */
  #offline: { since: Instant; at: Instant } | null = null;

  constructor(context: NetworkContext) {
    this.#context = context;
  }

  /** Since when it has been offline; null: it is not. */
  offlineSince(): Instant | null {
    return this.#offline?.since ?? null;
  }

  /** Takes note of a fetch; true: its reading is to be skipped, because monitord is offline. */
  async skips(subject_id: string, reached: boolean): Promise<boolean> {
    const at = this.#context.clock.now();
    const sight = sighted(this.#sights.get(subject_id), reached, at);
    this.#sights.set(subject_id, sight);
    if (reached) {
      this.#reachedAt = at;
      // What is found first afterwards belongs to the message about it.
      await this.lookAgain().catch(this.#context.onError);
      return false;
    }
    if (!this.#offline && !(await this.#isOffline())) return false;
    const since = this.offlineSince();
    if (since === null || at - since >= skippedFor) return false;
    this.#untold.add(subject_id);
    return true;
  }

  /** Asks what ought to be reached; whoever wants to know meanwhile waits for the same answer. */
  async #isOffline(): Promise<boolean> {
    const now = this.#context.clock.now();
    if (!this.#asking) {
      if (now < this.#askAgainAt) return false;
      for (const [id, { at }] of this.#sights) if (now - at > remembered) this.#sights.delete(id);
      if (!isSuspicious([...this.#sights.values()], now)) return false;
      this.#askAgainAt = now + pause.online;
      this.#asking = this.#look().finally(() => (this.#asking = null));
    }
    return this.#asking;
  }

  async #look(): Promise<boolean> {
    const { clock, ask, onOffline } = this.#context;
    const anchors = await ask();
    const now = clock.now();
    if (!seemsOffline(anchors, now - this.#reachedAt < lately)) return false;
    const since = missedSince([...this.#sights.values()], now);
    this.#offline = { since, at: now };
    onOffline();
    return true;
  }

  /** Looks whether the network is back, and does what follows; true: it is, or was never away. */
  lookAgain(): Promise<boolean> {
    if (!this.#offline) return Promise.resolve(true);
    this.#returning ??= this.#return(this.#offline).finally(() => {
      this.#returning = null;
    });
    return this.#returning;
  }

  async #return(offline: { since: Instant; at: Instant }): Promise<boolean> {
    const { store, clock, ask, onBlind } = this.#context;
    const there = (await ask()).some(({ reached }) => reached);
    if (!there && this.#reachedAt < offline.at) return false;
    const now = clock.now();
    const long = isWorthAPage(offline.since, now);
    // Only what was asked was away, or so it seems: the monitors answer.
    const mistaken = !there && !isWorthAPage(offline.at, now);
    const { blind } = await store.run("online", {
      from: offline.since,
      page: long,
      mistaken,
      now,
    });
    this.#offline = null;
    this.#untold.clear();
    this.#askAgainAt = now + (mistaken ? pause.mistaken : pause.online);
    // What was missed meanwhile was not their fault.
    if (!mistaken) this.#sights.clear();
    if (blind) onBlind(blind);
    return true;
  }

  /** Says once more that it is offline, and whom that concerns. */
  async tell(): Promise<void> {
    const since = this.offlineSince();
    if (since === null) return;
    const subject_ids = [...this.#untold];
    const now = this.#context.clock.now();
    await this.#context.store.run("offline", { since, subject_ids, now });
    for (const id of subject_ids) this.#untold.delete(id);
  }
}

interface NetworkContext {
  store: Store;
  clock: Clock;
  /** Tries what ought to be reached, within five seconds. */
  ask: () => Promise<{ reached: boolean }[]>;
  onOffline: () => void;
  onBlind: (period: BlindPeriod) => void;
  onError: (error: unknown) => void;
}

export function startNetwork({
  clock,
  network,
  onError,
}: {
  clock: Clock;
  network: Network;
  onError: (error: unknown) => void;
}): Loop {
  let next = 0;
  return startLoop(
    async () => {
      if (network.offlineSince() === null) return null;
      if (clock.now() < next) return next;
      next = clock.now() + pause.offline;
      if (!(await network.lookAgain())) await network.tell();
      return next;
    },
    { clock, onError },
  );
}
