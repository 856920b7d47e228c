/**
 * Runs a few transactions at once. Work other than reports goes first and has transaction slots of its
 * own: checks are claimed and pushes are settled however many reports flood in. Reports of all waiting
 * monitors share a transaction, because each round trip costs more than the work in it. Reports of a
 * monitor that is being written wait for the next one, because its row is locked anyway.
 */
import { StoreUnavailable, unavailable } from "../kit/unavailable.ts";
import { fulfil, refuse, Waiting, type Entry } from "../kit/waiting.ts";
import type { Request } from "../kit/request.ts";

export interface TxSlotLimits {
  /** Transactions at once. */
  slots: number;
  /** Of them, those that reports may not use. */
  reserved: number;
  /** Monitors whose reports share a transaction. */
  together: number;
  /** Requests that wait at once; beyond, they are refused. */
  waiting: number;
}

export type Result = { value: unknown } | { error: Error };

/** Runs requests in one transaction, on a transaction slot; never rejects, and answers for each. */
type Run = (requests: Request[], slot: number) => Promise<Result[]>;

/** A transaction of reports that takes longer than this is not waited for by others, ms. */
const stuck = 25;

export class TxSlots {
  readonly #limits: TxSlotLimits;
  readonly #run: Run;
  readonly #waiting = new Waiting();
  readonly #free: number[];
  /** Monitors whose reports are being written. */
  readonly #busy = new Set<string>();
  /** A caller waits for the running transaction of reports. */
  #patient = false;
  /** The running transaction of reports has been waited for long enough. */
  #overdue = false;
  #closed = false;
  #idle: (() => void)[] = [];

  constructor(limits: TxSlotLimits, run: Run) {
    this.#limits = limits;
    this.#run = run;
    this.#free = Array.from({ length: limits.slots }, (_, slot) => slot);
  }

  run(verb: string, input: unknown): Promise<unknown> {
    if (this.#closed) return Promise.reject(unavailable("the store is closed"));
    if (this.#waiting.size >= this.#limits.waiting)
      return Promise.reject(unavailable("too much is waiting"));
    const answer = this.#waiting.add(verb, input);
    // At the end of this turn, so that requests that arrive together share a transaction.
    setImmediate(() => this.#start());
    return answer;
  }

  #start(): void {
    while (this.#free.length > 0) {
      const other = this.#waiting.takeOther();
      const entries = other ? [other] : this.#nextReports();
      if (entries.length === 0) return;
      void this.#work(entries, this.#free.pop()!);
    }
  }

  #nextReports(): Entry[] {
    const { reserved, together } = this.#limits;
    if (this.#free.length <= reserved) return [];
    if (this.#busy.size > 0 && this.#waiting.monitors < together) {
      // The next transaction begins when this one ends, with all that has come until then; but one that
      // is stuck is not waited for.
      if (!this.#overdue) {
        this.#beginWithoutIt();
        return [];
      }
    }
    this.#overdue = false;
    return this.#waiting.takeReports(this.#busy, together);
  }

  #beginWithoutIt(): void {
    if (this.#patient) return;
    this.#patient = true;
    setTimeout(() => {
      this.#patient = false;
      this.#overdue = true;
      this.#start();
    }, stuck);
  }

  async #work(entries: Entry[], slot: number): Promise<void> {
    const monitors = entries.flatMap(({ request: { verb, input } }) =>
      verb === "report" ? [(input as { subject_id: string }).subject_id] : [],
    );
    for (const monitor of monitors) this.#busy.add(monitor);
    const requests = entries.map(({ request }) => request);
    const results = await this.#run(requests, slot);
    entries.forEach((entry, i) => {
      const result = results[i]!;
      if ("error" in result) refuse(entry, result.error);
      else fulfil(entry, result.value);
    });
    for (const monitor of monitors) this.#busy.delete(monitor);
    const [first] = results;
    if (first && "error" in first && first.error instanceof StoreUnavailable)
      this.#refuseReports(first.error);
    this.#free.push(slot);
    this.#start();
    if (this.#resting()) for (const done of this.#idle.splice(0)) done();
  }

  /** Their senders try again: better than to let each wait for the same disappointment. */
  #refuseReports(error: Error): void {
    for (const entry of this.#waiting.takeReports(new Set(), Infinity)) refuse(entry, error);
  }

  #resting(): boolean {
    return this.#free.length === this.#limits.slots && this.#waiting.size === 0;
  }

  /** Rejects new requests; resolves when all waiting ones are done. */
  async drain(): Promise<void> {
    this.#closed = true;
    if (!this.#resting()) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }
}
