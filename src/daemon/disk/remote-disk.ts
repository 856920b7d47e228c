/**
 * Asks disks that may be those of other machines. One that hangs stops all of a process that asks it for anything, and such a process
 * cannot be ended, so others do it. Their work is waited for, but not by the end of this process.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Socket } from "node:net";
import { text } from "node:stream/consumers";
import { machineClock } from "../clock.ts";

export class RemoteDisk {
  readonly #stopping = new AbortController();
  readonly #stopped = once(this.#stopping.signal, "abort").then(() => {
    throw new Error("stopped");
  });

  constructor() {
    this.#stopped.catch(() => {});
  }

  /**
   * The output of a program of Node; throws its last words when it fails, and once this is stopped. `late` is called when it
   * has taken `limit` ms; it is waited for all the same.
   */
  async output(words: readonly string[], limit: number, late: () => void): Promise<string> {
    const over = new AbortController();
    const signal = AbortSignal.any([over.signal, this.#stopping.signal]);
    const patience = machineClock.sleep(limit, signal).then(() => {
      if (!signal.aborted) late();
    });
    try {
      return await Promise.race([outputOf(words), this.#stopped]);
    } finally {
      over.abort();
      await patience;
    }
  }

  /** Comes when the disk that holds `path` answers, also with an error. */
  async answers(path: string, limit: number, late: () => void): Promise<void> {
    const look = "try { require('fs').statSync(process.argv[1]) } catch {}";
    await this.output(["-e", look, "--", path], limit, late);
  }

  get isStopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  stop(): void {
    this.#stopping.abort();
  }
}

async function outputOf(words: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "pipe"] });
  child.unref();
  for (const stream of [child.stdout, child.stderr]) (stream as unknown as Socket).unref();
  const [output, fault, [code]] = (await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ])) as [string, string, [number | null]];
  if (code !== 0) throw new Error(fault.trim() || `it ended with ${code}`);
  return output;
}
