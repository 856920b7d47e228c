/** Counts the work of this node, minute by minute of the last hour. Kept in memory, so that a start has none. */
import type { Clock } from "../app/ports.ts";
import type { ServiceMinute } from "../core/model/node.ts";
import { minute } from "../core/text/units.ts";

const maxMinutes = 60;

export class Minutes {
  readonly #clock: Pick<Clock, "now">;
  #begun: number;
  #all: ServiceMinute[] = [];

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock;
    this.#begun = Math.floor(clock.now() / minute);
  }

  /** A check that began `late_ms` after it was due. */
  checked(late_ms: number): void {
    const now = this.#now();
    now.checks++;
    now.latest_check_ms = Math.max(now.latest_check_ms, late_ms);
  }

  pushed(): void {
    this.#now().pushes++;
  }

  /** The last hour, oldest first; shorter after a start. A minute without requests has zeros. */
  list(): ServiceMinute[] {
    const last = this.#number();
    const first = Math.max(this.#begun, last - maxMinutes + 1);
    return Array.from({ length: last - first + 1 }, (_, i) => {
      const at = (first + i) * minute;
      return this.#all.find((one) => one.at === at) ?? empty(at);
    });
  }

  #now(): ServiceMinute {
    const at = this.#number() * minute;
    const known = this.#all.at(-1);
    if (known?.at === at) return known;
    const created = empty(at);
    this.#all = [...this.#all.slice(1 - maxMinutes), created];
    return created;
  }

  #number(): number {
    const number = Math.floor(this.#clock.now() / minute);
    // The clock was set back: the minutes ahead of it are dropped.
    if (number < (this.#all.at(-1)?.at ?? 0) / minute) {
      this.#all = [];
      this.#begun = number;
    }
    return number;
  }
}

const empty = (at: number): ServiceMinute => ({ at, checks: 0, latest_check_ms: 0, pushes: 0 });
