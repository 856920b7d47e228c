/**
 * The queue of requests that wait for a commit. Reports of one monitor that wait for the same commit
 * become one request, so that a busy monitor costs one decision per batch; each caller still gets its own
 * answer.
 */
import type { Request } from "./request.ts";
import type { ReportInput } from "./store.ts";

interface Caller {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export interface Entry {
  request: Request;
  callers: { caller: Caller; answer: (value: unknown) => unknown }[];
}

export class Waiting {
  #others: Entry[] = [];
  /** Reports that wait, by monitor, in the order they came. */
  #reports = new Map<string, Entry>();

  get size(): number {
    return this.#others.length + this.#reports.size;
  }

  /** Monitors whose reports wait. */
  get monitors(): number {
    return this.#reports.size;
  }

  /** Resolves with the verb's answer when its entry is settled. */
  add(verb: string, input: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const caller = { resolve, reject };
      if (verb === "report") this.#join(input as ReportInput, caller);
      else
        this.#others.push({
          request: { verb, input },
          callers: [{ caller, answer: (value) => value }],
        });
    });
  }

  #join({ subject_id, reports, now }: ReportInput, caller: Caller): void {
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
    this.#reports.set(subject_id, {
      request: { verb: "report", input: own },
      callers: [{ caller, answer }],
    });
  }

  /** All entries; empties the queue. */
  takeAll(): Entry[] {
    const all = [...this.#others, ...this.#reports.values()];
    this.#others = [];
    this.#reports.clear();
    return all;
  }

  /** The next that is no report. */
  takeOther(): Entry | undefined {
    return this.#others.shift();
  }

  /** The reports that waited longest, of at most `most` monitors that are not `busy`. */
  takeReports(busy: ReadonlySet<string>, most: number): Entry[] {
    const taken: Entry[] = [];
    for (const [subject_id, entry] of this.#reports) {
      if (taken.length === most) break;
      if (busy.has(subject_id)) continue;
      this.#reports.delete(subject_id);
      taken.push(entry);
    }
    return taken;
  }
}

/** Resolves the callers of an entry with its result. */
export function fulfil(entry: Entry, value: unknown): void {
  for (const { caller, answer } of entry.callers) caller.resolve(answer(value));
}

/** Rejects the callers of an entry. */
export function refuse(entry: Entry, error: Error): void {
  for (const { caller } of entry.callers) caller.reject(error);
}
