/**
 * The clocks of the machine, and the service time made of them. No other file asks for the time.
 * `core/clock/timeline` decides how service time runs; this file reads the clocks and keeps the result.
 */
import { readFileSync } from "node:fs";
import { platform, uptime } from "node:os";
import type { Clock } from "../app/ports.ts";
import {
  compareClocks,
  startTimeline,
  type Anchor,
  type ClockReading,
  type Timeline,
} from "../core/clock/timeline.ts";
import type { Instant } from "../core/model/model.ts";

/** The clocks of a machine, and waiting. */
export interface MachineClock extends Pick<Clock, "sleep"> {
  read(): ClockReading;
}

/**
 * The steady clock of Linux counts from the boot, also while the machine is suspended; elsewhere that of the
 * process counts. Reading the former takes 6 µs, so it is read once a second, and whenever the wall clock says
 * that more or less time has passed than the process has seen.
 */
function steadyClock(): { boot: string | null; read: (wall: Instant) => number } {
  if (platform() !== "linux") return { boot: null, read: () => Math.floor(performance.now()) };
  const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  let last = { wall: NaN, ran: NaN, steady: 0 };
  return {
    boot,
    read(wall) {
      const ran = performance.now();
      const passed = ran - last.ran;
      const seen = passed < 1000 && Math.abs(wall - last.wall - passed) < 20;
      if (seen) return Math.floor(last.steady + passed);
      // Its resolution is 10 ms: it must not fall behind an earlier answer.
      const least = Number.isNaN(passed) ? 0 : last.steady + passed;
      const steady = Math.max(uptime() * 1000, least);
      last = { wall, ran, steady };
      return Math.floor(steady);
    },
  };
}

function machine(): MachineClock {
  const steady = steadyClock();
  return {
    read() {
      const wall = Date.now();
      return { wall, steady: steady.read(wall), boot: steady.boot };
    },
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        const finish = () => {
          clearTimeout(timer);
          signal.removeEventListener("abort", finish);
          resolve();
        };
        const timer = setTimeout(finish, ms);
        signal.addEventListener("abort", finish, { once: true });
      }),
  };
}

/** The clocks of this machine. */
export const machineClock: MachineClock = machine();

/** Service time of this process. */
export class ServiceClock implements Clock {
  readonly #machine: MachineClock;
  #timeline: Timeline;
  #last: Instant = -Infinity;
  readonly goesBy: "wall" | "database";
  #onChange = () => {};

  /** `database`: service time is that of a shared database, passed to `follow`; the wall clock does not count. */
  constructor(machine: MachineClock, goesBy: "wall" | "database") {
    this.#machine = machine;
    this.goesBy = goesBy;
    this.#timeline = startTimeline(null, machine.read());
  }

  now(): Instant {
    const { wall, steady } = this.#machine.read();
    if (this.goesBy === "wall") {
      const { step } = this.#timeline;
      this.#timeline = compareClocks(this.#timeline, { wall, steady });
      if (this.#timeline.step !== step) this.#onChange();
    }
    this.#last = Math.max(this.#last, steady + this.#timeline.offset);
    return this.#last;
  }

  steady(): number {
    return this.#machine.read().steady;
  }

  wall(): Instant {
    return this.#machine.read().wall;
  }

  stepped(): number {
    return this.#timeline.step?.by ?? 0;
  }

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    return this.#machine.sleep(ms, signal);
  }

  /** Calls `listener` when the wall clock is stepped, and when it agrees with service time again. */
  whenDisturbed(listener: () => void): void {
    this.#onChange = listener;
  }

  /** Continues the service time of an earlier process, if it ran since the same boot. */
  continueFrom(anchor: Anchor | null): void {
    this.#timeline = startTimeline(anchor, this.#machine.read());
    this.#last = -Infinity;
  }

  /** The state that the next process needs to continue this service time; null: it asks the database. */
  anchor(): Anchor | null {
    if (this.goesBy === "database") return null;
    const at = this.now();
    const { steady, boot } = this.#machine.read();
    return { boot, steady, at, step: this.#timeline.step };
  }

  /** Moves service time by an adopted step. */
  adopt(by: number): void {
    this.#timeline = { offset: this.#timeline.offset + by, step: null };
    this.#last = -Infinity;
  }

  /** Sets service time to that of the database, `now`. */
  follow(now: Instant): void {
    this.#timeline = { offset: now - this.#machine.read().steady, step: null };
    this.#last = -Infinity;
  }
}
