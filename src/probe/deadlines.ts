/**
 * Enforces deadlines for many exchanges with one timer. A timer per exchange costs a quarter of the
 * exchange itself; a sweep ten times a second ends each at most a tenth of a second late, which does not
 * matter.
 */
import { takeOut } from "./under-way.ts";

const sweepEvery = 100;

export interface Deadlines {
  /** Calls `expire` once `ms` have passed, unless the function it returns is called before. */
  add(ms: number, expire: () => void): () => void;
  close(): void;
}

export function createDeadlines(): Deadlines {
  const pending: { at: number; expire: () => void }[] = [];
  let timer: NodeJS.Timeout | undefined;

  function sweep(): void {
    const now = performance.now();
    for (const entry of pending.filter(({ at }) => at <= now))
      if (takeOut(pending, entry)) entry.expire();
  }
  return {
    add(ms, expire) {
      timer ??= setInterval(sweep, sweepEvery).unref();
      const entry = { at: performance.now() + ms, expire };
      pending.push(entry);
      return () => void takeOut(pending, entry);
    },
    close() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}
