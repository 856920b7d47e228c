/**
 * Group commit: many callers, one fsync, each told the truth.
 *
 * What is asked for while a batch commits gathers into the next one. There is no waiting timer: the
 * commit in flight is the wait (a fixed 2 ms was measured worse at few callers and no better at many).
 * Reports of one monitor that wait for the same commit become one verb, so that a hot monitor costs one
 * decision a batch.
 */
import { StoreUnavailable, type Verbs } from "../app/ports.ts";
import type { Answer, Batch, Request } from "./wire.ts";

interface Caller {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

interface Entry {
  request: Request;
  callers: { caller: Caller; answer: (value: unknown) => unknown }[];
}

type ReportInput = Parameters<Verbs["report"]>[0];

export class GroupCommit {
  readonly #send: (batch: Batch) => void;
  #waiting: Entry[] = [];
  /** Reports that wait, by monitor. */
  #reports = new Map<string, Entry>();
  #inFlight: Entry[] | null = null;
  #scheduled = false;
  #closed: Error | null = null;
  #idle: (() => void)[] = [];
  /** False after a batch was lost, until one was written again. */
  healthy = true;

  constructor(send: (batch: Batch) => void) {
    this.#send = send;
  }

  /** Resolves with the verb's answer once it is on disk. */
  run(verb: keyof Verbs, input: unknown): Promise<unknown> {
    if (this.#closed) return Promise.reject(this.#closed);
    return new Promise((resolve, reject) => {
      this.#add(verb, input, { resolve, reject });
      this.#schedule();
    });
  }

  #add(verb: keyof Verbs, input: unknown, caller: Caller): void {
    const same = (value: unknown) => value;
    if (verb !== "report") {
      this.#waiting.push({
        request: { verb, input },
        callers: [{ caller, answer: same }],
      });
      return;
    }
    const { subject_id, reports, now } = input as ReportInput;
    // Each caller is told of its own reports, not of those that joined them.
    const answer = (value: unknown) => value && { accepted: reports.length };
    const joined = this.#reports.get(subject_id);
    if (joined) {
      const all = joined.request.input as ReportInput;
      all.reports.push(...reports);
      all.now = Math.max(all.now, now);
      joined.callers.push({ caller, answer });
      return;
    }
    const own: ReportInput = { subject_id, reports: [...reports], now };
    const entry = {
      request: { verb, input: own },
      callers: [{ caller, answer }],
    };
    this.#reports.set(subject_id, entry);
    this.#waiting.push(entry);
  }

  /** Takes what has gathered at the end of this turn of the event loop, unless a batch is under way. */
  #schedule(): void {
    if (this.#scheduled || this.#inFlight) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#flush();
    });
  }

  #flush(): void {
    if (this.#inFlight || this.#waiting.length === 0) return;
    this.#inFlight = this.#waiting;
    this.#waiting = [];
    this.#reports.clear();
    this.#send(this.#inFlight.map((entry) => entry.request));
  }

  /** The writer answered the batch in flight. */
  settle({ results, lost }: Answer): void {
    const entries = this.#inFlight ?? [];
    this.#inFlight = null;
    this.#flush();
    this.healthy = lost === null;
    entries.forEach((entry, i) => {
      const result = results[i];
      for (const { caller, answer } of entry.callers) {
        if (lost !== null || !result) caller.reject(unavailable(lost));
        else if ("error" in result)
          caller.reject(new Error(`${entry.request.verb}: ${result.error}`));
        else caller.resolve(answer(result.value));
      }
    });
    if (!this.#inFlight) for (const done of this.#idle.splice(0)) done();
  }

  /** Refuses what comes from now on, and everything that waits, with `error`. */
  fail(error: Error): void {
    this.#closed = error;
    this.healthy = false;
    for (const entry of [...(this.#inFlight ?? []), ...this.#waiting])
      for (const { caller } of entry.callers) caller.reject(error);
    this.#inFlight = null;
    this.#waiting = [];
    for (const done of this.#idle.splice(0)) done();
  }

  /** Refuses what comes from now on; resolves when all that waits is written. */
  async drain(): Promise<void> {
    if (!this.#closed) this.#closed = unavailable("the store is closed");
    if (this.#inFlight || this.#waiting.length > 0)
      await new Promise<void>((resolve) => {
        this.#idle.push(resolve);
        this.#schedule();
      });
  }
}

function unavailable(why: string | null): StoreUnavailable {
  return new StoreUnavailable(`The database did not take it: ${why}`);
}
