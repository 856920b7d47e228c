/**
 * Named teardowns, last in first out. Each is given a share of the ten seconds that a stop may take; what
 * takes longer or fails is logged and left behind, and the rest go on.
 */
import type { Log } from "./log.ts";

const limit = 6000;

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
    for (const { name, run } of this.#steps.toReversed()) {
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
