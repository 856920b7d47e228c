/** Runs test files against the copy by `runner.ts`, with a bound for faults that never end. */
import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { turn, type Switch } from "./copy.ts";
import type { Ran } from "./runner.ts";

const runner = fileURLToPath(new URL("runner.ts", import.meta.url));

/** How long a run may take beside what its files took without a fault, ms: a busy machine starts processes slowly. */
const grace = 30_000;

/** A runner, started again after a fault that took it along. */
export class Tester {
  #child: Promise<ChildProcess> | null = null;
  readonly #folder: string;

  /** `folder`: of the copy. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** What came of these files, in this order, with this switch; null: they did not end in ten times of `usual`, ms. */
  async run(files: readonly string[], to: Switch, usual: number): Promise<Ran | null> {
    turn(this.#folder, to);
    const child = await (this.#child ??= this.#start());
    const { promise, resolve } = Promise.withResolvers<Ran | null>();
    const bound = setTimeout(() => resolve(null), grace + 10 * usual);
    const ended = () => resolve({ failed: "the process of the tests ended", ms: 0 });
    child.once("message", resolve).once("exit", ended);
    child.send(files);
    const ran = await promise;
    clearTimeout(bound);
    child.off("message", resolve).off("exit", ended);
    if (ran === null || child.exitCode !== null) this.end();
    return ran;
  }

  /** Ends the runner with all that its tests started. */
  end(): void {
    void this.#child?.then(({ pid, exitCode }) => {
      if (exitCode === null) process.kill(-pid!, "SIGKILL");
    });
    this.#child = null;
  }

  async #start(): Promise<ChildProcess> {
    // A group of processes of its own, so that workers end with it.
    const child = fork(runner, [this.#folder], {
      detached: true,
      stdio: "ignore",
      // A list that grows without end must not take the memory of the machine.
      env: { ...process.env, NODE_OPTIONS: "--max-old-space-size=1024" },
    });
    await new Promise((resolve, reject) => {
      child.once("message", resolve).once("exit", () => reject(new Error("no test can be run")));
    });
    child.removeAllListeners("exit");
    return child;
  }
}
