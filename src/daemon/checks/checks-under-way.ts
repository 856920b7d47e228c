/**
 * Counts the checks that are claimed and have not ended, by the share of the slots that they hold (`core/health/slots`).
 * A list and numbers, no `Map`: see `probe/under-way`.
 */
import type { Clock } from "../../app/ports.ts";
import type { DueCheck } from "../../app/subject/claim-checks.ts";
import { quickWithin, type UnderWay } from "../../core/health/slots.ts";
import type { Pace } from "../../core/model/model.ts";
import { takeOut } from "../../probe/under-way.ts";

type Share = keyof UnderWay;
type Claimed = Pick<DueCheck, "pace">;

/** A check that has begun. */
interface Begun {
  share: Share;
  since: number;
}

const shareOf = { 0: "quick", 1: "slow", 2: "late" } as const satisfies Record<Pace, Share>;

export class ChecksUnderWay {
  readonly #clock: Pick<Clock, "steady">;
  readonly #counts: UnderWay = { quick: 0, slow: 0, late: 0, stalled: 0 };
  /** Those of the share `quick` that have begun, the first one first. */
  readonly #quick: Begun[] = [];

  constructor(clock: Pick<Clock, "steady">) {
    this.#clock = clock;
  }

  /** A check is claimed. */
  add({ pace }: Claimed): void {
    this.#counts[shareOf[pace]]++;
  }

  /** The claim of a check that has not begun is returned. */
  remove({ pace }: Claimed): void {
    this.#counts[shareOf[pace]]--;
  }

  /** It begins: from now on it takes time. */
  begin({ pace }: Claimed): Begun {
    const begun: Begun = { share: shareOf[pace], since: this.#clock.steady() };
    if (begun.share === "quick") this.#quick.push(begun);
    return begun;
  }

  end(begun: Begun): void {
    this.#counts[begun.share]--;
    if (begun.share === "quick") takeOut(this.#quick, begun);
  }

  isBusy(): boolean {
    const { quick, slow, late, stalled } = this.#counts;
    return quick + slow + late + stalled > 0;
  }

  counts(): UnderWay {
    const now = this.#clock.steady();
    while (this.#quick[0] && now - this.#quick[0].since > quickWithin) {
      this.#quick.shift()!.share = "stalled";
      this.#counts.quick--;
      this.#counts.stalled++;
    }
    return this.#counts;
  }
}
