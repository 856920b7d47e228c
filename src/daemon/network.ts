/**
 * Detects that this node has no network. Counts the results of fetches, requests a few independent
 * targets when nearly all fail at once, and reports offline when those fail too. The test takes five
 * seconds at most, and only the readings that wait for it are delayed. Each node judges itself: a node
 * whose network works takes over the checks that this one returns.
 */
import type { Clock } from "../app/ports.ts";
import type { Store } from "../app/store.ts";
import {
  isSuspicious,
  isWorthAPage,
  missedSince,
  seemsOffline,
  sighted,
  skippedFor,
  type Sight,
} from "../core/gap/connectivity.ts";
import type { MonitoringGap, Instant } from "../core/model/model.ts";
import { startLoop, timerOf, type Loop, type LoopContext } from "./loop.ts";

/** Between two questions: when it was not offline, when it was taken to be by mistake, and while it is, ms. */
const pause = { online: 10_000, mistaken: 5 * 60_000, offline: 5_000 };
/** A monitor's answer that is at most this old proves that the network works, ms. */
const lately = 10_000;
/** Monitors that were deleted are not remembered for ever, ms. */
const remembered = 24 * 3600_000;

export class Network {
  readonly #context: NetworkContext;
  readonly #sights = new Map<string, Sight>();
  /** Monitors whose groups are still to be notified. */
  #untold = new Set<string>();
  #asking: Promise<boolean> | null = null;
  #returning: Promise<boolean> | null = null;
  #askAgainAt: Instant = 0;
  /** The latest test for monitors that must fail. */
  #tested: { at: Instant; anchors: ReturnType<NetworkContext["ask"]> } | null = null;
  #reachedAt: Instant = -Infinity;
  #onOffline = () => {};
  /** The start of the outage, and the time it was confirmed; null: online. */
  #offline: { since: Instant; at: Instant } | null = null;

  constructor(context: NetworkContext) {
    this.#context = context;
  }

  /** Calls `listener` whenever this node is found to be offline. */
  whenOffline(listener: () => void): void {
    this.#onOffline = listener;
  }

  /** A step of the clock was adopted: earlier fetches no longer count. */
  adopted(by: number): void {
    this.#sights.clear();
    this.#askAgainAt = 0;
    this.#tested = null;
    this.#reachedAt = -Infinity;
    if (this.#offline) {
      const { since, at } = this.#offline;
      this.#offline = { since: since + by, at: at + by };
    }
  }

  /** Since when it has been offline; null: it is not. */
  offlineSince(): Instant | null {
    return this.#offline?.since ?? null;
  }

  /**
   * Records the result of a fetch. True: its reading must be skipped, because this node has no network. `mustFail`: the
   * monitor would be healthy without one, so that a single failure is a reason to test the targets.
   */
  skips(subject_id: string, reached: boolean, mustFail = false): boolean | Promise<boolean> {
    const at = this.#context.clock.now();
    const sight = sighted(this.#sights.get(subject_id), reached, at);
    this.#sights.set(subject_id, sight);
    if (reached) this.#reachedAt = at;
    return reached && !this.#offline ? false : this.#skips(subject_id, sight, mustFail);
  }

  async #skips(subject_id: string, sight: Sight, mustFail: boolean): Promise<boolean> {
    const { at } = sight;
    if (sight.reached) {
      // The first findings afterwards belong to the message about the gap.
      await this.recheck().catch(this.#context.onError);
      return false;
    }
    if (!this.#offline && !(await this.#isOffline()))
      return mustFail && at - sight.since < skippedFor && this.#isCutOff(sight);
    const since = this.offlineSince();
    if (since === null || at - since >= skippedFor) return false;
    this.#untold.add(subject_id);
    return true;
  }

  /** Tests the connectivity targets; concurrent callers share one test. */
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

  /** Whether no target answers, and no monitor did since this one is missed. Callers within ten seconds share one test. */
  async #isCutOff({ since, at }: Sight): Promise<boolean> {
    if (!this.#tested || at - this.#tested.at >= pause.online)
      this.#tested = { at, anchors: this.#context.ask() };
    return seemsOffline(await this.#tested.anchors, this.#reachedAt >= since);
  }

  async #look(): Promise<boolean> {
    const { clock, ask } = this.#context;
    const anchors = await ask();
    const now = clock.now();
    if (!seemsOffline(anchors, now - this.#reachedAt < lately)) return false;
    const since = missedSince([...this.#sights.values()], now);
    this.#offline = { since, at: now };
    this.#context.onOffline();
    this.#onOffline();
    return true;
  }

  /** Tests whether the network is back, and acts on it; true: it is back, or was never down. */
  recheck(): Promise<boolean> {
    if (!this.#offline) return Promise.resolve(true);
    this.#returning ??= this.#return(this.#offline).finally(() => {
      this.#returning = null;
    });
    return this.#returning;
  }

  async #return(offline: { since: Instant; at: Instant }): Promise<boolean> {
    const { store, clock, ask, onGap } = this.#context;
    const there = (await ask()).some(({ reached }) => reached);
    if (!there && this.#reachedAt < offline.at) return false;
    const now = clock.now();
    const long = isWorthAPage(offline.since, now);
    // Only the connectivity targets failed, it seems: the monitors answer.
    const mistaken = !there && !isWorthAPage(offline.at, now);
    const { gap } = await store.run("online", {
      from: offline.since,
      page: long,
      mistaken,
      now,
    });
    this.#offline = null;
    this.#untold.clear();
    this.#askAgainAt = now + (mistaken ? pause.mistaken : pause.online);
    // Failures during the outage are not evidence against the monitors.
    if (!mistaken) this.#sights.clear();
    if (gap) onGap(gap);
    return true;
  }

  /** Records again that this node is offline, and for which monitors. */
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
  /** Requests the connectivity targets, within five seconds. */
  ask: () => Promise<{ reached: boolean }[]>;
  onOffline: () => void;
  onGap: (period: MonitoringGap) => void;
  onError: (error: unknown) => void;
}

export function startNetwork(context: LoopContext & { network: Network }): Loop {
  const { clock, network } = context;
  const next = timerOf(clock, 0);
  const loop = startLoop(async () => {
    if (network.offlineSince() === null) return null;
    if (!next.isDue()) return next.at();
    next.set(pause.offline);
    if (!(await network.recheck())) await network.tell();
    return next.at();
  }, context);
  network.whenOffline(() => loop.nudge());
  return loop;
}
