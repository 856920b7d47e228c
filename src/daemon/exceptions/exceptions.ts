/**
 * Exceptions of this process: mistakes in monitord that something went on in spite of. They are logged, counted, and shown
 * in the service's health for an hour, so that they are noticed.
 */
import type { Clock, ExceptionsSeen } from "../../app/ports.ts";
import { thrownText } from "../../core/text/thrown.ts";
import { StoreUnavailable } from "../../store/kit/unavailable.ts";
import type { OutageLog } from "../disk/outage-log.ts";
import type { Log } from "../log.ts";

/** How long one is shown, ms. */
const shownFor = 3600_000;

export class Exceptions {
  readonly #log: Pick<Log, "error">;
  readonly #outages: Pick<OutageLog, "count">;
  readonly #clock: Pick<Clock, "steady">;
  /** By where they were thrown. `minutes`: how many in each, by the steady clock. */
  readonly #known = new Map<string, { total: number; minutes: Map<number, number> }>();

  constructor(
    log: Pick<Log, "error">,
    outages: Pick<OutageLog, "count">,
    clock: Pick<Clock, "steady">,
  ) {
    this.#log = log;
    this.#outages = outages;
    this.#clock = clock;
  }

  /** Handles an exception of a place, which has a fixed name: the loop, `probe`, `push`. */
  note(where: string, thrown: unknown): void {
    // Logged once, by the store; every loop retries each second.
    if (thrown instanceof StoreUnavailable) return this.#outages.count();
    this.#log.error({ err: thrown, where }, `${where}: ${thrownText(thrown)}`);
    const known = this.#known.get(where) ?? { total: 0, minutes: new Map<number, number>() };
    this.#known.set(where, known);
    known.total++;
    const minute = this.#minute();
    known.minutes.set(minute, (known.minutes.get(minute) ?? 0) + 1);
    for (const old of known.minutes.keys())
      if (old <= minute - shownFor / 60_000) known.minutes.delete(old);
  }

  /** `note` of one place. */
  readonly of = (where: string) => (thrown: unknown) => this.note(where, thrown);

  /** Every place that has thrown since the start. */
  list(): ExceptionsSeen[] {
    const since = this.#minute() - shownFor / 60_000;
    return [...this.#known].map(([where, { total, minutes }]) => ({
      where,
      total,
      recent: minutes
        .entries()
        .reduce((sum, [minute, count]) => sum + (minute > since ? count : 0), 0),
    }));
  }

  #minute(): number {
    return Math.floor(this.#clock.steady() / 60_000);
  }
}
