/**
 * The only loop in the program: works, then sleeps until the next due time, a nudge, or at most a second,
 * whichever is first. A nudge only saves time; the next poll finds anything it missed. Errors are logged
 * and the work is repeated a second later: a loop never ends on its own.
 */
import type { Clock } from "../app/ports.ts";
import type { Instant } from "../core/model/model.ts";

export interface Loop {
  /** Works at this instant, if that is before the next due one; absent: now. */
  nudge(at?: Instant): void;
  /** True while it sleeps and no nudge is pending. */
  resting(): boolean;
  /** Ends after the work under way; resolves when it has. */
  stop(): Promise<void>;
}

/** The settings that all loops share. */
export interface LoopContext {
  clock: Clock;
  onError: (error: unknown) => void;
  /** How long a loop sleeps at most, ms; 1000 unless given. Only stories sleep longer. */
  longestSleep?: number;
}

/** A deadline within this process: a step of the clock brings it no nearer. */
export interface Timer {
  /** Due in `ms`. */
  set(ms: number): void;
  isDue(): boolean;
  /** When it is due, in the service time of now. */
  at(): Instant;
}

/** A timer that is due in `ms`. */
export function timerOf(clock: Clock, ms: number): Timer {
  let due = clock.steady() + ms;
  return {
    set: (ms) => void (due = clock.steady() + ms),
    isDue: () => clock.steady() >= due,
    at: () => clock.now() + due - clock.steady(),
  };
}

/** Why a sleep ends early. Without a reason each of them would make an error, with its stack. */
const why = "nudged";

/** Pause after a failure, ms. */
const retry = 1000;

/** Starts the loop. `work` returns the next due time (null: none), or `"again"`. */
export function startLoop(
  work: () => Promise<Instant | null | "again">,
  { clock, onError, longestSleep = 1000 }: LoopContext,
): Loop {
  let sleeping: AbortController | null = null;
  /** The earliest instant that nudges have named since the work last began. */
  let nudged = Infinity;
  let wakesAt = 0;
  let stopped = false;

  /** Sleeps for `ms`, or until the instant of a nudge. */
  async function rest(ms: number): Promise<void> {
    const longest = Math.min(Math.max(ms, 0), longestSleep);
    for (;;) {
      const now = clock.now();
      if (stopped || nudged <= now) return;
      wakesAt = now + Math.min(longest, nudged - now);
      sleeping = new AbortController();
      const { signal } = sleeping;
      await clock.sleep(wakesAt - now, signal);
      sleeping = null;
      if (!signal.aborted) return;
    }
  }

  async function run(): Promise<void> {
    while (!stopped) {
      nudged = Infinity;
      try {
        const next = await work();
        if (next !== "again") await rest(next === null ? longestSleep : next - clock.now());
      } catch (error) {
        onError(error);
        await rest(retry);
      }
    }
  }

  const ended = run();
  return {
    nudge(at = 0) {
      nudged = Math.min(nudged, at);
      if (at < wakesAt) sleeping?.abort(why);
    },
    resting: () => sleeping !== null && !sleeping.signal.aborted,
    stop() {
      stopped = true;
      sleeping?.abort(why);
      return ended;
    },
  };
}
