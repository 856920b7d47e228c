/**
 * Counts the checks that are claimed and have not ended, by the share of the slots that they hold (`core/health/slots`).
 * Checks are told apart by their objects.
 */
import type { Clock } from "../../app/ports.ts";
import type { DueCheck } from "../../app/subject/claim-checks.ts";
import { quickWithin, type UnderWay } from "../../core/health/slots.ts";
import type { Pace } from "../../core/model/model.ts";

type Share = keyof UnderWay;

const shareOf = { 0: "quick", 1: "slow", 2: "late" } as const satisfies Record<Pace, Share>;

export class ChecksUnderWay {
  readonly #clock: Pick<Clock, "steady">;
  readonly #shares = new Map<DueCheck, Share>();
  readonly #counts: UnderWay = { quick: 0, slow: 0, late: 0, stalled: 0 };
  /** When those of the share `quick` began, the first one first. */
  readonly #quick = new Map<DueCheck, number>();

  constructor(clock: Pick<Clock, "steady">) {
    this.#clock = clock;
  }

  /** A check is claimed. */
  add(check: DueCheck): void {
    this.#hold(check, shareOf[check.pace]);
  }

  /** It begins: from now on it takes time. */
  begin(check: DueCheck): void {
    if (this.#shares.get(check) === "quick") this.#quick.set(check, this.#clock.steady());
  }

  /** It has ended, or its claim is returned. */
  leave(check: DueCheck): void {
    this.#release(check);
    this.#quick.delete(check);
  }

  isBusy(): boolean {
    return this.#shares.size > 0;
  }

  counts(): UnderWay {
    const now = this.#clock.steady();
    for (const [check, since] of this.#quick) {
      if (now - since <= quickWithin) break;
      this.#quick.delete(check);
      this.#release(check);
      this.#hold(check, "stalled");
    }
    return this.#counts;
  }

  #hold(check: DueCheck, share: Share): void {
    this.#shares.set(check, share);
    this.#counts[share]++;
  }

  #release(check: DueCheck): void {
    const share = this.#shares.get(check);
    if (share === undefined) return;
    this.#shares.delete(check);
    this.#counts[share]--;
  }
}
