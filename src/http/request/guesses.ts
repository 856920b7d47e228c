/**
 * Limits the guessing of secrets that are looked up in the database: API keys and webhook ids.
 *
 * An address that presented more unknown secrets in a minute than `allowed` has to wait. From then on only
 * `perSecond` of its unknown API keys are looked up, so that a flood costs no database reads, and a key that was
 * found once is never limited. Webhook ids beyond the limit are found in memory (`http/inbound/known-urls`).
 */
import { Problem } from "../answer/problem.ts";
import type { Clock } from "../../app/ports.ts";
import type { Instant } from "../../core/model/model.ts";
import { minute } from "../../core/text/units.ts";

const allowed = 20;
const perSecond = 10;
/** Addresses, and known secrets by their hash, that are remembered. */
const remembered = 10_000;

interface Address {
  unknown: number;
  /** End of the minute in which they are counted. */
  until: Instant;
  /** Look-ups beyond the limit in the second that ends at `second`. */
  lookUps: number;
  second: Instant;
}

export class Guesses {
  readonly #clock: Pick<Clock, "now">;
  readonly #allowed: number;
  readonly #addresses = new Map<string, Address>();
  readonly #known = new Set<string>();

  /** `most`: unknown secrets of an address in a minute. */
  constructor(clock: Pick<Clock, "now">, most = allowed) {
    this.#clock = clock;
    this.#allowed = most;
  }

  /** Whether the address presented as many unknown secrets in this minute as are allowed. */
  isOver(address: string): boolean {
    return this.misses(address) >= this.#allowed;
  }

  /** Fails for an address that presented that many: `of` names them, as in "wrong codes". */
  refuseOver(address: string, of: string, headers: Record<string, string> = {}): void {
    if (this.isOver(address))
      throw new Problem("too-many-requests", `Too many ${of}. Wait a minute.`, { headers });
  }

  /** Unknown secrets of the address in this minute. */
  misses(address: string): number {
    return this.#guesser(address, this.#clock.now())?.unknown ?? 0;
  }

  /** False: the secret with this hash is not to be looked up now. */
  mayLookUp(address: string, hash: string): boolean {
    const now = this.#clock.now();
    const guesser = this.#guesser(address, now);
    if (!guesser || guesser.unknown <= this.#allowed || this.#known.has(hash)) return true;
    if (now >= guesser.second) {
      guesser.lookUps = 0;
      guesser.second = now + 1000;
    }
    return ++guesser.lookUps <= perSecond;
  }

  /** The secret with this hash exists. */
  found(hash: string): void {
    if (this.#known.size >= remembered) this.#known.clear();
    this.#known.add(hash);
  }

  /** Counts an unknown secret; returns how many seconds the address has to wait, or null. */
  missed(address: string): number | null {
    const now = this.#clock.now();
    const guesser = this.#guesser(address, now) ?? this.#begin(address, now);
    guesser.unknown++;
    return guesser.unknown > this.#allowed ? Math.ceil((guesser.until - now) / 1000) : null;
  }

  #guesser(address: string, now: Instant): Address | undefined {
    const guesser = this.#addresses.get(address);
    return guesser && now < guesser.until ? guesser : undefined;
  }

  #begin(address: string, now: Instant): Address {
    if (this.#addresses.size >= remembered) this.#addresses.clear();
    const guesser = { unknown: 0, until: now + minute, lookUps: 0, second: now };
    this.#addresses.set(address, guesser);
    return guesser;
  }
}
