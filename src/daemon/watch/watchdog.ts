/**
 * The watchdog: a thread that looks each second whether the main thread and the writing of the database still move, and
 * hangs with neither. Both count in memory that it shares. `core/status/watchdog` judges. While one stands still, the
 * process ends after a while, so that its supervisor starts it again.
 */
import { Worker } from "node:worker_threads";
import type { Store } from "../../app/store.ts";
import { findingText, type Finding, type Limits, type Part } from "../../core/status/watchdog.ts";
import type { Log } from "../log.ts";

/** The places of the shared counts. */
export const counts = { ticks: 0, begun: 1, ended: 2 } as const;

export interface WatchdogData {
  shared: SharedArrayBuffer;
  bounds: Readonly<Record<Part, Limits>>;
  plain: boolean;
}

/** Between two ticks of the main thread, ms. */
const tick = 500;

// The thread starts from a file, which has another name where it is compiled.
const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
const program = new URL(`./watchdog-thread.${extension}`, import.meta.url);

export class Watchdog {
  readonly #shared = new SharedArrayBuffer(4 * Object.keys(counts).length);
  readonly #counts = new Int32Array(this.#shared);
  #standing = 0;

  /** The store, with each of its writes counted. For writes that are answered or refused within seconds. */
  counting(store: Store): Store {
    const add = (place: number) => void Atomics.add(this.#counts, place, 1);
    const run: Store["run"] = (verb, input) => {
      add(counts.begun);
      return store.run(verb, input).finally(() => add(counts.ended));
    };
    return { ...store, run };
  }

  /** False while a part stands still. */
  moves(): boolean {
    return this.#standing === 0;
  }

  /** Starts the thread. `onStanding`: of the main thread it is called when that moves again. */
  start(
    { bounds, plain }: Omit<WatchdogData, "shared">,
    { log, onStanding }: { log: Pick<Log, "info" | "warn">; onStanding: (fault: Error) => void },
  ): { stop: () => Promise<void> } {
    const ticks = setInterval(() => Atomics.add(this.#counts, counts.ticks, 1), tick).unref();
    const workerData: WatchdogData = { shared: this.#shared, bounds, plain };
    const worker = new Worker(program, {
      workerData,
      // It holds a few numbers.
      resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 },
    });
    worker.unref();
    worker.on("message", ([part, finding]: [Part, Finding]) => {
      const text = findingText(part, finding, bounds[part]);
      this.#standing += finding === "stands" ? 1 : -1;
      if (finding === "stands") onStanding(new Error(text));
      else log.info(text);
    });
    worker.on("error", (error) => log.warn({ err: error }, "the watchdog ended"));
    return {
      async stop() {
        clearInterval(ticks);
        await worker.terminate();
      },
    };
  }
}
