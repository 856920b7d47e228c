/**
 * A few transactions at once. What is no report goes first and has lanes of its own: however many reports
 * flood in, checks are claimed and pushes are settled. Reports of a monitor wait while others of the same
 * monitor are written, and then go together: its row is locked anyway.
 */
import type { Verbs } from "../app/ports.ts";
import { fulfil, refuse, unavailable, Waiting, type Entry } from "./waiting.ts";
import type { Request } from "./wire.ts";

export interface LaneLimits {
  /** Transactions at once. */
  lanes: number;
  /** Of them, those that reports may not use. */
  reserved: number;
  /** Requests that wait at once; beyond, they are refused. */
  waiting: number;
}

export class Lanes {
  readonly #limits: LaneLimits;
  readonly #run: (request: Request, lane: number) => Promise<unknown>;
  readonly #waiting = new Waiting();
  readonly #free: number[];
  /** Monitors whose reports are being written. */
  readonly #busy = new Set<string>();
  #closed = false;
  #idle: (() => void)[] = [];

  constructor(
    limits: LaneLimits,
    run: (request: Request, lane: number) => Promise<unknown>,
  ) {
    this.#limits = limits;
    this.#run = run;
    this.#free = Array.from({ length: limits.lanes }, (_, lane) => lane);
  }

  run(verb: keyof Verbs, input: unknown): Promise<unknown> {
    if (this.#closed) return Promise.reject(unavailable("the store is closed"));
    if (this.#waiting.size >= this.#limits.waiting)
      return Promise.reject(unavailable("too much is waiting"));
    const answer = this.#waiting.add(verb, input);
    // At the end of this turn: what arrives together goes together.
    setImmediate(() => this.#start());
    return answer;
  }

  #start(): void {
    while (this.#free.length > 0) {
      const entry = this.#waiting.takeOther() ?? this.#nextReports();
      if (!entry) return;
      void this.#work(entry, this.#free.pop()!);
    }
  }

  #nextReports(): Entry | undefined {
    return this.#free.length > this.#limits.reserved
      ? this.#waiting.takeReports(this.#busy)
      : undefined;
  }

  async #work(entry: Entry, lane: number): Promise<void> {
    const { verb, input } = entry.request;
    const { subject_id } = input as { subject_id?: string };
    const monitor = verb === "report" ? subject_id : undefined;
    if (monitor !== undefined) this.#busy.add(monitor);
    try {
      fulfil(entry, await this.#run(entry.request, lane));
    } catch (error) {
      refuse(entry, error as Error);
    }
    if (monitor !== undefined) this.#busy.delete(monitor);
    this.#free.push(lane);
    this.#start();
    if (this.#resting()) for (const done of this.#idle.splice(0)) done();
  }

  #resting(): boolean {
    return this.#free.length === this.#limits.lanes && this.#waiting.size === 0;
  }

  /** Refuses what comes from now on; resolves when all that waits is through. */
  async drain(): Promise<void> {
    this.#closed = true;
    if (!this.#resting())
      await new Promise<void>((resolve) => this.#idle.push(resolve));
  }
}
