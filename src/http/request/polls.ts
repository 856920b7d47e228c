/** Slows programs down that ask for their key more often than they were asked to (`slow_down` of RFC 8628, 3.5). */
import { pollInterval } from "../../core/access/device-authorization.ts";
import type { Instant } from "../../core/model/model.ts";

/** Programs that are remembered. A forgotten one can ask once too soon. */
const remembered = 10_000;
/** A request that was on its way for less time than the one before it, ms. */
const jitter = 500;

interface Poll {
  at: Instant;
  /** The pause that the program has to make, s. */
  interval: number;
}

export class Polls {
  readonly #polls = new Map<string, Poll>();

  /** Whether the program asks too soon: from then on it has to wait 5 s longer. */
  isTooSoon(hash: string, now: Instant): boolean {
    const last = this.#polls.get(hash);
    if (!last || now - last.at >= last.interval * 1000 - jitter || now < last.at) return false;
    this.#polls.set(hash, { at: now, interval: last.interval + pollInterval });
    return true;
  }

  /** The program asked, and has to ask again. */
  polled(hash: string, now: Instant): void {
    if (this.#polls.size >= remembered) this.#polls.clear();
    const interval = this.#polls.get(hash)?.interval ?? pollInterval;
    this.#polls.set(hash, { at: now, interval });
  }
}
