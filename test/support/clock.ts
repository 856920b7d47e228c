/**
 * A clock that stands still until a story moves it. Moving it lets everything that falls due on the way
 * happen in its order, each time waiting until the world is at rest again.
 */
import type { Clock } from "../../src/app/ports.ts";
import type { ClockReading } from "../../src/core/clock/timeline.ts";
import type { MachineClock } from "../../src/daemon/clock.ts";

interface Sleeper {
  at: number;
  wake: () => void;
}

export class MovableClock implements Clock, MachineClock {
  #now: number;
  /** How far the wall clock is ahead. */
  #ahead = 0;
  /** Changed by a reboot. */
  boot = "first boot";
  readonly #sleepers = new Set<Sleeper>();

  constructor(start: number = Date.UTC(2026, 10, 21, 3, 0, 0)) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  steady(): number {
    return this.#now;
  }

  wall(): number {
    return this.#now + this.#ahead;
  }

  stepped(): number {
    return 0;
  }

  read(): ClockReading {
    return { wall: this.wall(), steady: this.steady(), boot: this.boot };
  }

  /** Moves the wall clock alone by `ms`. */
  step(ms: number): void {
    this.#ahead += ms;
  }

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const wake = () => {
        this.#sleepers.delete(sleeper);
        signal.removeEventListener("abort", wake);
        resolve();
      };
      const sleeper: Sleeper = { at: this.#now + ms, wake };
      this.#sleepers.add(sleeper);
      signal.addEventListener("abort", wake, { once: true });
    });
  }

  /** Moves on by `ms` in one step, as for a machine that was suspended. */
  async jump(ms: number, resting: () => boolean): Promise<void> {
    this.#now += ms;
    await this.advance(0, resting);
  }

  /** Moves on by `ms`, stopping wherever somebody wants to wake up. */
  async advance(ms: number, resting: () => boolean): Promise<void> {
    const target = this.#now + ms;
    await until(resting);
    for (;;) {
      const next = Math.min(...[...this.#sleepers].map((s) => s.at), target);
      this.#now = Math.max(this.#now, next);
      for (const sleeper of this.#sleepers) if (sleeper.at <= this.#now) sleeper.wake();
      await until(resting);
      if (this.#now >= target) return;
    }
  }
}

/**
 * Lets the event loop turn until `condition` has held for a few turns in a row. What takes more than a few
 * turns waits for another process, which a busy loop would keep from its work.
 */
export async function until(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 60_000;
  let calm = 0;
  for (let turns = 0; calm < 3; turns++) {
    await new Promise((resolve) =>
      turns < 30 || calm > 0 ? setImmediate(resolve) : setTimeout(resolve, 1),
    );
    calm = condition() ? calm + 1 : 0;
    if (performance.now() > deadline) throw new Error("the world did not come to rest");
  }
}
