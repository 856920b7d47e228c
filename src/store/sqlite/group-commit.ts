/**
 * Group commit: many callers share one fsync, and each gets its own answer. Requests that arrive while a
 * batch commits gather into the next batch. There is no waiting timer: the running commit is the wait (a
 * fixed 2 ms was measured worse with few callers and no better with many).
 */
import { unavailable } from "../kit/unavailable.ts";
import { fulfil, refuse, Waiting, type Entry } from "../kit/waiting.ts";
import type { WriterAnswer, Batch } from "./wire.ts";

export class GroupCommit {
  readonly #send: (batch: Batch) => void;
  readonly #waiting = new Waiting();
  #inFlight: Entry[] | null = null;
  #scheduled = false;
  #closed: Error | null = null;
  #idle: (() => void)[] = [];
  /** Why the last batch was lost, as a sentence; null: it was written. */
  failure: string | null = null;

  constructor(send: (batch: Batch) => void) {
    this.#send = send;
  }

  /** Resolves with the verb's answer once it is on disk. */
  run(verb: string, input: unknown): Promise<unknown> {
    if (this.#closed) return Promise.reject(this.#closed);
    const answer = this.#waiting.add(verb, input);
    this.#schedule();
    return answer;
  }

  /** Starts a batch at the end of this turn of the event loop, unless one is running. */
  #schedule(): void {
    if (this.#scheduled || this.#inFlight) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#flush();
    });
  }

  #flush(): void {
    if (this.#inFlight || this.#waiting.size === 0) return;
    this.#inFlight = this.#waiting.takeAll();
    this.#send(this.#inFlight.map((entry) => entry.request));
  }

  /** The writer answered the batch in flight. */
  settle({ results, lost, failure }: WriterAnswer): void {
    const entries = this.#inFlight ?? [];
    this.#inFlight = null;
    this.#flush();
    this.failure = failure;
    entries.forEach((entry, i) => {
      const result = results[i];
      if (lost !== null || !result) refuse(entry, unavailable(lost, lost));
      else if ("refused" in result) refuse(entry, unavailable(result.refused, result.refused));
      else if ("error" in result)
        refuse(entry, new Error(`${entry.request.verb}: ${result.error}`));
      else fulfil(entry, result.value);
    });
    if (!this.#inFlight) for (const done of this.#idle.splice(0)) done();
  }

  /** Rejects new and waiting requests with `error`. */
  fail(error: Error): void {
    this.#closed = error;
    this.failure = error.message;
    for (const entry of [...(this.#inFlight ?? []), ...this.#waiting.takeAll()])
      refuse(entry, error);
    this.#inFlight = null;
    for (const done of this.#idle.splice(0)) done();
  }

  /** Rejects new requests; resolves when all waiting ones are written. */
  async drain(): Promise<void> {
    if (!this.#closed) this.#closed = unavailable("the store is closed");
    if (this.#inFlight || this.#waiting.size > 0)
      await new Promise<void>((resolve) => {
        this.#idle.push(resolve);
        this.#schedule();
      });
  }
}
