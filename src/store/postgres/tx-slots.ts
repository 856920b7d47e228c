/**
 * Runs a few transactions at once. Reports, results of checks and all other work have transaction slots of their
 * own: checks are claimed and pushes are settled however many reports or results flood in, and reports are counted
 * however much other work waits. Sources take turns, and each has one transaction at a time: the next one would
 * wait for the same locks. Reports of all waiting monitors share a transaction, because each round trip costs more
 * than the work in it. Results of a few checks do.
 */
import { isLate, lateAnswer, refusedAtOnce } from "../kit/patience.ts";
import { sourceOf, urgencyOf, type Urgency } from "../kit/request.ts";
import { StoreUnavailable, unavailable } from "../kit/unavailable.ts";
import { fulfil, refuse, Waiting, type Entry } from "../kit/waiting.ts";
import type { Request } from "../kit/request.ts";

export interface TxSlotLimits {
  /** Transactions at once. */
  slots: number;
  /** Slots that reports cannot use, and as many that only reports and check results can use. */
  reserved: number;
  /** Monitors whose reports share a transaction. */
  together: number;
  /** Results of checks that share a transaction: those of failing checks are some twenty statements each. */
  results: number;
  /** Requests that wait at once; beyond, they are refused. */
  waiting: number;
}

export type Result = { value: unknown } | { error: Error };

/** Runs requests in one transaction, on a transaction slot; never rejects, and answers for each. */
type Run = (requests: Request[], slot: number) => Promise<Result[]>;

/** A transaction of reports that takes longer than this is not waited for by others, ms. */
const stuck = 25;

/**
 * Many senders divide into two groups, and each waits for the transaction of the other too. After one of many, the next
 * waits for the senders that were just answered, ms at most, and not longer than it took, so that all share one. With 64
 * senders at each of two nodes a report took 90 µs of CPU in place of 99 with half of that wait, and 51 in place of 58
 * with the whole.
 */
const senders = { many: 16, longestWait: 5 };

export class TxSlots {
  readonly #limits: TxSlotLimits;
  readonly #run: Run;
  readonly #waiting = new Waiting();
  readonly #free: number[];
  /** Entries that are being written, by slot. No set, which would keep them for long (`Waiting`). */
  readonly #running: Entry[][];
  /** Their sources; a new set each time, for the same reason. */
  #busy: ReadonlySet<string> = new Set();
  readonly #elapsed: () => number;
  /** A caller waits for the running transaction of reports. */
  #patient = false;
  /** The running transaction of reports has been waited for long enough. */
  #overdue = false;
  /** Reports that came since the last transaction of reports began. */
  #gathered = 0;
  /** The number of them that the next one waits for, until a timer ends that. */
  #awaited = 0;
  #wait: NodeJS.Timeout | undefined;
  /** Running transactions. */
  readonly #transactions = new Map<Urgency, number>();
  /** At the end of this turn. */
  #starts = false;
  #closed = false;
  #idle: (() => void)[] = [];

  /** `elapsed`: a clock that is never set back, ms. */
  constructor(limits: TxSlotLimits, run: Run, elapsed: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#elapsed = elapsed;
    this.#run = run;
    this.#running = Array.from({ length: limits.slots }, () => []);
    this.#free = Array.from({ length: limits.slots }, (_, slot) => slot);
  }

  run(verb: string, input: unknown): Promise<unknown> {
    if (this.#closed) return Promise.reject(unavailable("the store is closed"));
    if (this.#waiting.size >= this.#limits.waiting)
      return Promise.reject(unavailable("too much is waiting"));
    const request = { verb, input };
    const now = this.#elapsed();
    const refused = refusedAtOnce(request, null, this.#waiting.since(sourceOf(request)), now);
    if (refused) return Promise.reject(refused);
    const answer = this.#waiting.add(request, now);
    if (verb === "report") this.#gathered++;
    this.#startSoon();
    return answer;
  }

  /** At the end of this turn, so that requests that arrive together share a transaction. */
  #startSoon(): void {
    if (this.#starts) return;
    this.#starts = true;
    setImmediate(() => {
      this.#starts = false;
      this.#start();
    });
  }

  #start(): void {
    while (this.#free.length > 0) {
      let entries = this.#nextReports();
      if (entries.length === 0) entries = this.#waiting.takeHeartbeats(this.#busy, 1);
      if (entries.length === 0) entries = this.#nextResults();
      if (entries.length === 0) entries = this.#nextOther();
      if (entries.length === 0) return;
      const slot = this.#free.pop()!;
      this.#work(entries, slot).catch((error: Error) => {
        for (const entry of entries) refuse(entry, error);
        if (!this.#free.includes(slot)) this.#free.push(slot);
      });
    }
  }

  #nextResults(): Entry[] {
    return this.#mayStart("result")
      ? this.#waiting.takeResults(this.#busy, this.#limits.results)
      : [];
  }

  #nextOther(): Entry[] {
    const next = this.#mayStart("other") ? this.#waiting.takeOther(this.#busy) : undefined;
    return next ? [next] : [];
  }

  /** False when one more transaction of such requests would leave too few slots to the others. */
  #mayStart(urgency: Urgency): boolean {
    const { slots, reserved } = this.#limits;
    return (this.#transactions.get(urgency) ?? 0) < slots - reserved;
  }

  #nextReports(): Entry[] {
    const { reserved, together } = this.#limits;
    if (this.#waiting.inbound === 0 || this.#gathered < this.#awaited) return [];
    if (this.#free.length <= reserved && this.#reporting()) return [];
    if (this.#reporting() && this.#waiting.inbound < together) {
      // The next transaction begins when this one ends, with all that has come until then; but one that
      // is stuck is not waited for.
      if (!this.#overdue) {
        this.#beginWithoutIt();
        return [];
      }
    }
    this.#overdue = false;
    this.#gathered = 0;
    this.#awaited = 0;
    clearTimeout(this.#wait);
    return this.#waiting.takeReports(this.#busy, together);
  }

  /** The slot writes these entries now. */
  #occupy(slot: number, entries: Entry[]): void {
    this.#running[slot] = entries;
    const busy = new Set<string>();
    for (const running of this.#running) for (const { source } of running) busy.add(source);
    this.#busy = busy;
  }

  /** True while reports are being written. */
  #reporting(): boolean {
    return this.#running.some(([first]) => first?.request.verb === "report");
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
    this.#occupy(slot, entries);
    const requests = entries.map(({ request }) => request);
    const urgency = urgencyOf(requests[0]!);
    const count = (more: number) =>
      this.#transactions.set(urgency, (this.#transactions.get(urgency) ?? 0) + more);
    count(1);
    const began = this.#elapsed();
    // It answers failures as results; an exception is one for each of them.
    const results = await this.#run(requests, slot).catch((error: Error) =>
      requests.map(() => ({ error })),
    );
    count(-1);
    this.#occupy(slot, []);
    if (requests[0]!.verb === "report") this.#awaitSenders(entries, this.#elapsed() - began);
    entries.forEach((entry, i) => {
      const result = results[i]!;
      if ("error" in result) refuse(entry, result.error);
      else fulfil(entry, result.value);
    });
    const [first] = results;
    if (first && "error" in first && first.error instanceof StoreUnavailable)
      this.#refuseReports(first.error);
    this.#free.push(slot);
    this.#start();
    if (this.#resting()) for (const done of this.#idle.splice(0)) done();
  }

  /** Lets the next transaction of reports wait for the senders of this one. */
  #awaitSenders(entries: readonly Entry[], took: number): void {
    const answered = entries.reduce((sum, { callers }) => sum + callers.length, 0);
    if (answered < senders.many) return;
    this.#awaited = this.#gathered + answered;
    this.#wait = setTimeout(
      () => {
        this.#awaited = 0;
        // Those that have come are read first.
        this.#startSoon();
      },
      Math.min(took, senders.longestWait),
    );
  }

  /** Their senders try again: better than to let each wait for the same disappointment. */
  #refuseReports(error: Error): void {
    for (const entry of this.#waiting.takeReports(new Set(), Infinity)) refuse(entry, error);
  }

  #resting(): boolean {
    return this.#free.length === this.#limits.slots && this.#waiting.size === 0;
  }

  /** Answers the senders that have waited for too long. */
  refuseLate(): void {
    const now = this.#elapsed();
    for (const entry of [...this.#running.flat(), ...this.#waiting.all()])
      if (isLate(entry, now)) refuse(entry, lateAnswer());
  }

  /** Rejects new requests; resolves when all waiting ones are done. */
  async drain(): Promise<void> {
    this.#closed = true;
    if (!this.#resting()) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }
}
