/**
 * Gives memory back after a burst. V8 lets the heap of a thread grow under load, and keeps it:
 * a start or a minute of reports would be paid for until the next start. Each thread looks after its own heap, and
 * collects it when it has rested for a while. That takes it some 25 ms, and so is done only when much can be freed.
 */
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { getHeapStatistics } from "node:v8";

/** Between two looks, ms. */
const pause = 5_000;
/** A thread rests that was busy for less than this share of the time. */
const restful = 0.2;
/** How many looks in a row must have found it at rest. */
const looksAtRest = 3;
/** The growth that is worth a collection, bytes: more than the young generation alone grows to. */
const minGrowth = 20 * 2 ** 20;

/** The memory of a thread between two looks. */
export interface Rest {
  /** Looks in a row that found it at rest. */
  looks: number;
  /** Size of the heap after the last collection, bytes; null: none. */
  settled: number | null;
  /**
   * It was busy since the last collection. A heap that grows although it was not is that of steady work, such as 400
   * checks a second: four collections a minute, and compiling the dropped code again, took a third of a check.
   */
  burst: boolean;
}

export const unrested: Rest = { looks: 0, settled: null, burst: true };

/** After a collection that left a heap of this size. */
export const collected = (settled: number): Rest => ({ looks: 0, settled, burst: false });

/** One look: the share of busy time of a thread since the last one, and the size of its heap, bytes. */
export function look(
  before: Rest,
  { busy, heap }: { busy: number; heap: number },
): Rest & { collects: boolean } {
  const rests = busy < restful;
  const seen = {
    ...before,
    looks: rests ? before.looks + 1 : 0,
    burst: before.burst || !rests,
  };
  const spare = before.settled === null || heap - before.settled >= minGrowth;
  return { ...seen, collects: seen.looks >= looksAtRest && seen.burst && spare };
}

/** Looks after the heap of this thread for as long as it lives; without effect unless `--expose-gc` is set. */
export function giveMemoryBack(): void {
  const collect = globalThis.gc;
  if (collect === undefined) return;
  let rest = unrested;
  let used = performance.eventLoopUtilization();
  const heap = () => getHeapStatistics().total_heap_size;
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { collects, ...seen } = look(rest, {
      busy: performance.eventLoopUtilization(now, used).utilization,
      heap: heap(),
    });
    used = now;
    rest = seen;
    if (!collects) return;
    rest = collected(Infinity);
    collectAll(collect).then(
      () => (rest = { ...rest, settled: heap() }),
      // Collected or not: the next rest of the thread tries again.
      () => {},
    );
  }, pause).unref();
}

/** V8 lets go of code that was not run while it collected six times, which is three of these; the last one frees its pages. */
async function collectAll(collect: NonNullable<typeof globalThis.gc>): Promise<void> {
  for (let i = 0; i < 4; i++) {
    // Otherwise pages that became empty are kept for the next burst.
    collect({ type: "major", execution: "sync", flavor: "last-resort" });
    await sleep(500, undefined, { ref: false });
  }
}
