/**
 * The only loop in the program: works, then sleeps until the next due time, a nudge, or at most a second,
 * whichever is first. A nudge only saves time; the next poll finds anything it missed. Errors are logged
 * and the work is repeated a second later: a loop never ends on its own.
 */
import type { Clock } from "../app/ports.ts";
import type { Instant } from "../core/model/model.ts";

export interface Loop {
  /** Looks now instead of at the next due instant. */
  nudge(): void;
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

/** Pause after a failure, ms. */
const retry = 1000;

/** Starts the loop. `work` returns the next due time (null: none), or `"again"`. */
export function startLoop(
  work: () => Promise<Instant | null | "again">,
  { clock, onError, longestSleep = 1000 }: LoopContext,
): Loop & {
  /** Does not sleep beyond this instant; null: as long as before. */
  lookBy(at: Instant | null): void;
} {
  const stopping = new AbortController();
  let sleeping: AbortController | null = null;
  let nudged = false;
  let wakesAt = 0;

  async function rest(ms: number): Promise<void> {
    sleeping = new AbortController();
    if (nudged) sleeping.abort();
    const longest = Math.min(Math.max(ms, 0), longestSleep);
    wakesAt = clock.now() + longest;
    await clock.sleep(longest, AbortSignal.any([stopping.signal, sleeping.signal]));
    sleeping = null;
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      nudged = false;
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
  const nudge = () => {
    nudged = true;
    sleeping?.abort();
  };
  return {
    nudge,
    lookBy(at) {
      if (sleeping && at !== null && at < wakesAt) nudge();
    },
    resting: () => sleeping !== null && !nudged,
    stop() {
      stopping.abort();
      return ended;
    },
  };
}
