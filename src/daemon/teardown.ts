/**
 * Runs named teardowns, last in first out. A stop may take ten seconds in all: each teardown has a limit,
 * and so have all together. A teardown that fails or takes longer is logged and abandoned; the others
 * still run.
 */
import type { Log } from "./log.ts";

/** Limits for one teardown and for all, and the minimum for each when the total is used up, ms. */
const limits = { one: 5000, all: 7500, least: 250 };

export class Teardowns {
  readonly #steps: { name: string; run: () => void | Promise<void> }[] = [];
  readonly #log: Log;
  #running: Promise<void> | null = null;

  constructor(log: Log) {
    this.#log = log;
  }

  add(name: string, run: () => void | Promise<void>): void {
    this.#steps.push({ name, run });
  }

  /** Runs them all, once, however often it is called. */
  run(): Promise<void> {
    this.#running ??= this.#runAll();
    return this.#running;
  }

  async #runAll(): Promise<void> {
    const begun = performance.now();
    for (const { name, run } of this.#steps.toReversed()) {
      const left = limits.all - (performance.now() - begun);
      const limit = Math.max(limits.least, Math.min(limits.one, left));
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<"late">((resolve) => {
        timer = setTimeout(() => resolve("late"), limit);
      });
      try {
        if ((await Promise.race([Promise.resolve(run()), late])) === "late")
          this.#log.warn({ step: name }, `stopping: ${name} took too long`);
      } catch (error) {
        this.#log.error({ err: error, step: name }, `stopping: ${name} failed`);
      } finally {
        clearTimeout(timer);
      }
    }
  }
}
