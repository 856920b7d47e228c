/**
 * Reloads the data: every two seconds, at once after an event, less often while the server is slow or does not
 * answer. Loads never overlap, and never follow each other without a pause.
 */
import type { Data, Event } from "./state.ts";

/** From the beginning of one load to the beginning of the next, ms. */
export const loadEvery = 2000;
/** After loads that failed, ms; the last pause is repeated. */
const backOff = [1000, 1000, 2000, 2000, 2000, 5000];
/** Minimum pause between two loads, however many events arrive, ms. */
const leastPause = 150;

export interface Clock {
  now(): number;
  /** Resolves after `ms` milliseconds, or when `signal` ends it. Never rejects. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export interface Loop {
  /** Something happened: load as soon as may be. */
  poke(): void;
  /** Resolves once the loop has ended. */
  ended: Promise<void>;
}

/** Begins with a load, and goes on until `signal` ends it. */
export function startLoop({
  load,
  reasonOf,
  dispatch,
  clock,
  signal,
}: {
  load: () => Promise<Data>;
  /** Why a load failed, for people. */
  reasonOf: (error: unknown) => string;
  dispatch: (event: Event) => void;
  clock: Clock;
  signal: AbortSignal;
}): Loop {
  let poked = false;
  let waiting: AbortController | null = null;

  async function pause(ms: number): Promise<void> {
    await clock.sleep(Math.min(ms, leastPause), signal);
    if (poked || signal.aborted) return;
    waiting = new AbortController();
    await clock.sleep(ms - leastPause, AbortSignal.any([signal, waiting.signal]));
    waiting = null;
  }

  async function run(): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      poked = false;
      const began = clock.now();
      let next: number;
      try {
        const data = await load();
        failures = 0;
        const now = clock.now();
        // A server that takes long is left alone for longer.
        next = Math.max(loadEvery - (now - began), 3 * (now - began));
        if (!signal.aborted) dispatch({ type: "loaded", data, dueAt: now + next, now });
      } catch (error) {
        next = backOff[Math.min(failures++, backOff.length - 1)]!;
        if (!signal.aborted)
          dispatch({
            type: "failed",
            reason: reasonOf(error),
            now: clock.now(),
          });
      }
      await pause(next);
    }
  }

  return {
    poke() {
      poked = true;
      waiting?.abort();
    },
    ended: run(),
  };
}
