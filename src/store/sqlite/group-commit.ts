/**
 * Group commit: many callers share one fsync, and each gets its own answer. Requests that arrive while a
 * batch commits gather into the next batch. The running commit is the wait (a fixed 2 ms more was measured worse with
 * few callers and no better with many), but for many senders on a slow disk. A full batch goes to the writer while it has
 * another, so that it has no pause between them.
 *
 * A batch has a budget of time (`writer.ts`). Requests that it did not finish get another turn, and no
 * sender waits without an answer (`patience.ts`).
 */
import type { Nudge } from "../kit/nudge.ts";
import { isLate, lateAnswer, refusedAtOnce } from "../kit/patience.ts";
import { isLarge, sourceOf } from "../kit/request.ts";
import { unavailable } from "../kit/unavailable.ts";
import { fulfil, refuse, Waiting, type Entry } from "../kit/waiting.ts";
import { writtenOut, type WriterAnswer, type Batch, type TurnResult } from "./wire.ts";

/** Requests in one batch: more do not fit into its time. */
const maxBatch = 500;
/**
 * This number of requests is sent at once, instead of at the end of this turn of the event loop. With 24, 48 and 64 of 128
 * senders at a time, the writer took 16, 12 and 12 µs of CPU for each, and had one in hand for 65, 68 and 60 % of the time.
 */
const enough = 48;
/** How long no report comes before the report journal is written out, ms. */
const idle = 100;

/**
 * A slow disk divides many senders into two groups, and each waits for the commit of the other too. After two batches in a
 * row that took this long (one may have folded the WAL), the next one waits for the senders that were just answered, and
 * not longer than these took, so that all share a commit. With half of that wait, 128 senders were still two groups where
 * a commit took 6 ms, and 200 monitors sent a fifth less.
 */
const slow = { batch: 4, senders: 16, longestWait: 5 };

/** How long the next batch waits for the senders of the last one, ms. `took`: how long batches take, ms. */
const waitFor = (took: number, senders: number): number =>
  took < slow.batch || senders < slow.senders ? 0 : Math.min(took, slow.longestWait);

/** A batch that the writer has. */
interface Flight {
  entries: readonly Entry[];
  sources: ReadonlySet<string>;
  /** The last entry if it is the follower's. */
  following: Entry | null;
}

/** A verb that follows a nudge in the same transaction. */
interface Follower {
  after: Nudge;
  verb: string;
  input: () => unknown;
  take: (answer: unknown) => void;
}

export class GroupCommit {
  readonly #send: (batch: Batch) => void;
  readonly #look: () => void;
  readonly #elapsed: () => number;
  readonly #waiting = new Waiting();
  /** The ids of requests that the writer keeps. */
  readonly #kept = new Set<number>();
  /** In the order in which the writer runs them. */
  readonly #flights: Flight[] = [];
  #follower: Follower | null = null;
  /** Since when the writer has had the first of them to run, ms. */
  #sent: number | null = null;
  #scheduled = false;
  /** Requests that came since the last batch was sent. */
  #gathered = 0;
  /** The number of them that the next batch waits for, until a timer ends that. */
  #awaited = 0;
  /** How long the last batch took, ms. */
  #took = 0;
  #closed: Error | null = null;
  #drained: (() => void)[] = [];
  /** Reports in the journal that are not in the tables yet. */
  #unwritten = 0;
  readonly #later: (ms: number, run: () => void) => void;
  /** Why the last batch was lost, as a sentence; null: it was written. */
  failure: string | null = null;

  /**
   * `elapsed`: a clock that is never set back, ms. `later`: runs a function after `ms`, unless it is called again before.
   * `look`: settles the first batch in flight, if its answer is there and waits for its turn in the event loop.
   */
  constructor(
    send: (batch: Batch) => void,
    elapsed: () => number = () => performance.now(),
    later: (ms: number, run: () => void) => void = () => {},
    look: () => void = () => {},
  ) {
    this.#send = send;
    this.#look = look;
    this.#elapsed = elapsed;
    this.#later = later;
  }

  /** Resolves with the verb's answer once it is on disk. */
  run(verb: string, input: unknown): Promise<unknown> {
    if (this.#closed) return Promise.reject(this.#closed);
    const request = { verb, input };
    const now = this.#elapsed();
    const first = this.#waiting.since(sourceOf(request));
    const large = this.#inFlight().some((entry) => isLarge(entry.request.verb));
    const refused = large ? null : refusedAtOnce(request, this.#sent, first, now);
    if (refused) return Promise.reject(refused);
    const answer = this.#waiting.add(request, now);
    this.#gathered++;
    // Under load a turn of the event loop reads a hundred requests: the writer begins before its end.
    if (this.#gathered >= enough) {
      if (this.#flights.length > 0) this.#look();
      this.#flush();
    } else this.#schedule();
    return answer;
  }

  /** True while reports that were answered are in the journal alone. */
  get unwritten(): boolean {
    return this.#unwritten > 0;
  }

  /** Resolves when all reports that were answered are in their tables. */
  async writtenOut(): Promise<void> {
    await this.run(writtenOut, {});
  }

  /** Starts a batch at the end of this turn of the event loop, unless one is running. */
  #schedule(): void {
    if (this.#scheduled || this.#flights.length > 0 || this.#waiting.size === 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#flush();
    });
  }

  #flush(): void {
    if (this.#waiting.size === 0 || this.#gathered < this.#awaited) return;
    if (this.#flights.length > 0 && !this.#goesAhead()) return;
    // Requests of a source are served in their order, also when one of them comes back unfinished.
    const entries = this.#waiting.take(maxBatch, this.#flights[0]?.sources);
    if (entries.length > 0) this.#start(entries);
  }

  /**
   * Whether a batch goes to the writer while it has one other: a full one, and not on a slow disk, where all share a commit.
   * With that, 2,000 monitors sent 8 % more reports in the same time: the writer had been idle for a third of it.
   */
  #goesAhead(): boolean {
    return this.#flights.length === 1 && this.#gathered >= enough && this.#took < slow.batch;
  }

  #start(entries: Entry[]): void {
    this.#gathered = 0;
    this.#awaited = 0;
    const now = this.#elapsed();
    this.#sent ??= now;
    const turns: Batch = entries.map(({ id, source, request }) =>
      this.#kept.has(id)
        ? { id, source, verb: request.verb }
        : { id, source, verb: request.verb, request },
    );
    const following = entries.length > 0 ? this.#makeFollowing(now) : null;
    if (following) {
      const { id, source, request } = following;
      turns.push({ id, source, verb: request.verb, request, after: this.#follower!.after });
    }
    const all = following ? [...entries, following] : entries;
    this.#flights.push({
      entries: all,
      sources: new Set(all.map(({ source }) => source)),
      following,
    });
    this.#send(turns);
  }

  /** Lets `verb` run at the end of each batch that nudges (`Store.follow`). */
  follow(after: Nudge, verb: string, input: () => unknown, take: (answer: unknown) => void): void {
    this.#follower = { after, verb, input, take };
  }

  #makeFollowing(now: number): Entry | null {
    if (!this.#follower) return null;
    const { verb, input: ask, take } = this.#follower;
    const input = ask();
    if (input === null) return null;
    const caller = { resolve: take, reject: () => take(null) };
    return this.#waiting.makeTaken({ verb, input }, caller, now);
  }

  /** The writer answered the first batch in flight. */
  settle({ results, lost, failure, unwritten, took }: WriterAnswer): void {
    const { entries, following } = this.#flights.shift() ?? { entries: [], following: null };
    this.#sent = this.#flights.length > 0 ? this.#elapsed() : null;
    this.failure = failure;
    this.#unwritten = unwritten;
    const ended: [Entry, TurnResult | undefined][] = [];
    const waiting: Entry[] = [];
    const unfinished: Entry[] = [];
    entries.forEach((entry, i) => {
      const result = results[i];
      if (result === "waiting") waiting.push(entry);
      else if (result === "unfinished") unfinished.push(entry);
      else ended.push([entry, result]);
    });
    for (const { id } of [...waiting, ...unfinished]) this.#kept.add(id);
    this.#waiting.putBack(waiting, unfinished);
    const followed = ended.at(-1)?.[0] === following ? ended.pop() : undefined;
    // Work that it claimed is under way before the next batch counts the work under way.
    if (followed) this.#end([followed], lost);
    this.#await(took, ended);
    if (this.#gathered >= enough) this.#flush();
    else this.#schedule();
    // A push is written at the end of this turn: it does not wait until all senders of the batch have their answers.
    if (followed && followed[1] !== "skipped") setImmediate(() => this.#end(ended, lost));
    else this.#end(ended, lost);
    if (unwritten > 0 && this.#awaited === 0)
      this.#later(entries.length === 0 ? 0 : idle, this.#writeOut);
    if (this.#flights.length === 0 && this.#waiting.size === 0)
      for (const resolve of this.#drained.splice(0)) resolve();
  }

  /** Lets the next batch wait for the senders of these entries, if their batch was slow. */
  #await(took: number, ended: readonly [Entry, TurnResult | undefined][]): void {
    const senders = ended.reduce((sum, [{ callers }]) => sum + callers.length, 0);
    const ms = waitFor(Math.min(took, this.#took), senders);
    this.#took = took;
    if (ms === 0 || this.#closed) return;
    this.#awaited = this.#gathered + senders;
    this.#later(ms, this.#waitNoLonger);
  }

  readonly #waitNoLonger = (): void => {
    this.#awaited = 0;
    this.#flush();
    if (this.#unwritten > 0) this.#later(idle, this.#writeOut);
  };

  #end(ended: readonly [Entry, TurnResult | undefined][], lost: string | null): void {
    for (const [entry, result] of ended) {
      this.#kept.delete(entry.id);
      if (result === "skipped") fulfil(entry, null);
      else if (lost !== null || typeof result !== "object") refuse(entry, unavailable(lost, lost));
      else if ("refused" in result) refuse(entry, unavailable(result.refused, result.refused));
      else if ("error" in result)
        refuse(entry, new Error(`${entry.request.verb}: ${result.error}`));
      else fulfil(entry, result.value);
    }
  }

  /**
   * Writes a part of the report journal to the tables, unless the writer has other work. One function for all batches: one
   * made in `settle` would keep the requests of its batch until the next.
   */
  readonly #writeOut = (): void => {
    if (this.#flights.length === 0 && this.#waiting.size === 0 && !this.#closed) this.#start([]);
  };

  #inFlight(): Entry[] {
    return this.#flights.flatMap(({ entries }) => entries);
  }

  /** Answers the senders that have waited for too long. */
  refuseLate(): void {
    const now = this.#elapsed();
    for (const entry of [...this.#inFlight(), ...this.#waiting.all()])
      if (isLate(entry, now)) refuse(entry, lateAnswer());
  }

  /** Rejects new and waiting requests with `error`. */
  fail(error: Error): void {
    this.#closed = error;
    this.failure = error.message;
    for (const entry of [...this.#inFlight(), ...this.#waiting.take(Infinity)])
      refuse(entry, error);
    this.#flights.length = 0;
    for (const resolve of this.#drained.splice(0)) resolve();
  }

  /** Takes requests again after `fail`: another writer is there, and has written out the journal. */
  reopen(): void {
    this.#closed = null;
    this.failure = null;
    this.#kept.clear();
    this.#sent = null;
    this.#gathered = this.#awaited = this.#unwritten = 0;
  }

  /** Rejects new requests; resolves when all waiting ones are written. */
  async drain(): Promise<void> {
    if (!this.#closed) this.#closed = unavailable("the store is closed");
    // No other sender comes.
    this.#awaited = 0;
    if (this.#flights.length > 0 || this.#waiting.size > 0)
      await new Promise<void>((resolve) => {
        this.#drained.push(resolve);
        this.#schedule();
      });
  }
}
