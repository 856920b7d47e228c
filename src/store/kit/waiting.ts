/**
 * The queue of requests that wait for a commit. Sources take turns (`request.ts`), urgent ones first. Reports
 * of one monitor that wait for the same commit become one request, so that a busy monitor costs one decision
 * per batch; each caller still gets its own answer.
 */
import { isUrgent, sourceOf, type Request } from "./request.ts";
import type { ReportInput } from "./store.ts";

interface Caller {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export interface Entry {
  id: number;
  source: string;
  request: Request;
  callers: { caller: Caller; answer: (value: unknown) => unknown }[];
  /** When it came, ms. */
  since: number;
  /** A driver has it; no report joins it any more. */
  taken: boolean;
}

/** Entries by source, in the order of their turns; no list is empty. */
type Turns = Map<string, Entry[]>;

export class Waiting {
  #urgent: Turns = new Map();
  #others: Turns = new Map();
  #size = 0;
  #nextId = 1;

  get size(): number {
    return this.#size;
  }

  /** Sources of urgent requests that wait. */
  get urgent(): number {
    return this.#urgent.size;
  }

  /** When the request of `source` that waits longest came; null: none waits. */
  since(source: string): number | null {
    const first = this.#urgent.get(source)?.[0] ?? this.#others.get(source)?.[0];
    return first?.since ?? null;
  }

  /** All that wait. */
  all(): Entry[] {
    return [...this.#urgent.values(), ...this.#others.values()].flat();
  }

  /** Resolves with the verb's answer when its entry is settled. */
  add(request: Request, now: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const caller = { resolve, reject };
      const source = sourceOf(request);
      const turns = isUrgent(request) ? this.#urgent : this.#others;
      const list = turns.get(source);
      if (request.verb === "report") return this.#report(source, request, list, caller, now);
      const callers = [{ caller, answer: (value: unknown) => value }];
      this.#append(turns, { request, source, callers, since: now });
    });
  }

  #report(
    source: string,
    { verb, input }: Request,
    list: Entry[] | undefined,
    caller: Caller,
    since: number,
  ): void {
    const { subject_id, reports, now } = input as ReportInput;
    const answer = (value: unknown) => value && { accepted: reports.length };
    const last = list?.at(-1);
    if (last && last.request.verb === "report" && !last.taken) {
      const all = last.request.input as ReportInput;
      all.reports.push(...reports);
      all.now = Math.max(all.now, now);
      last.callers.push({ caller, answer });
      return;
    }
    const own: ReportInput = { subject_id, reports: [...reports], now };
    const callers = [{ caller, answer }];
    this.#append(this.#urgent, { request: { verb, input: own }, source, callers, since });
  }

  #append(turns: Turns, entry: Omit<Entry, "id" | "taken">): void {
    const { source } = entry;
    const list = turns.get(source) ?? [];
    if (list.length === 0) turns.set(source, list);
    list.push({ ...entry, id: this.#nextId++, taken: false });
    this.#size++;
  }

  /**
   * At most `most` entries, in the order in which they should run: the first that is not urgent, so that it
   * is not put off for ever, then the urgent ones, then the others.
   */
  take(most: number): Entry[] {
    const others = inTurns(this.#others, most);
    const all = [...others.slice(0, 1), ...inTurns(this.#urgent, most), ...others.slice(1)];
    const taken = all.slice(0, most);
    for (const entry of taken) this.#remove(entry);
    return taken;
  }

  /** The next that is not urgent, of a source that is not `busy`; its source has its next turn after the others. */
  takeOther(busy: ReadonlySet<string>): Entry | undefined {
    for (const [source, list] of this.#others) {
      if (busy.has(source)) continue;
      const entry = list[0]!;
      this.#remove(entry);
      if (this.#others.delete(source) && list.length > 0) this.#others.set(source, list);
      return entry;
    }
    return undefined;
  }

  /** The first urgent request that is no report, of a source that is not `busy`. */
  takeUrgent(busy: ReadonlySet<string>): Entry | undefined {
    for (const [source, [entry]] of this.#urgent) {
      if (busy.has(source) || entry!.request.verb === "report") continue;
      this.#remove(entry!);
      return entry;
    }
    return undefined;
  }

  /** The reports that waited longest, of at most `most` monitors that are not `busy`. */
  takeReports(busy: ReadonlySet<string>, most: number): Entry[] {
    const taken: Entry[] = [];
    for (const [source, [entry]] of this.#urgent) {
      if (taken.length === most) break;
      if (busy.has(source) || entry!.request.verb !== "report") continue;
      this.#remove(entry!);
      taken.push(entry!);
    }
    return taken;
  }

  /**
   * Puts entries back that were taken, before those that wait. The sources of `unfinished` ones have had
   * their turn: the other sources come first.
   */
  putBack(waiting: readonly Entry[], unfinished: readonly Entry[]): void {
    const had = new Set(unfinished.map(({ source }) => source));
    const [urgent, others]: [Entry[], Entry[]] = [[], []];
    const backOf = ({ request }: Entry) => (isUrgent(request) ? urgent : others);
    for (const entry of waiting) if (!had.has(entry.source)) backOf(entry).push(entry);
    this.#urgent = before(urgent, this.#urgent);
    this.#others = before(others, this.#others);
    for (const entry of unfinished) {
      const turns = isUrgent(entry.request) ? this.#urgent : this.#others;
      const { source } = entry;
      const rest = [
        ...waiting.filter((other) => other.source === source),
        ...(turns.get(source) ?? []),
      ];
      turns.delete(source);
      turns.set(source, [entry, ...rest]);
    }
    this.#size += waiting.length + unfinished.length;
  }

  #remove(entry: Entry): void {
    const turns = isUrgent(entry.request) ? this.#urgent : this.#others;
    const list = turns.get(entry.source)!;
    list.shift();
    if (list.length === 0) turns.delete(entry.source);
    entry.taken = true;
    this.#size--;
  }
}

/** The first of each source, then the second of each, and so on: at most `most`. */
function inTurns(turns: Turns, most: number): Entry[] {
  const taken: Entry[] = [];
  for (let round = 0, found = true; found && taken.length < most; round++) {
    found = false;
    for (const list of turns.values()) {
      const entry = list[round];
      if (!entry) continue;
      found = true;
      if (taken.push(entry) === most) break;
    }
  }
  return taken;
}

/** The turns with `entries` before them. */
function before(entries: readonly Entry[], turns: Turns): Turns {
  const all = Map.groupBy(entries, ({ source }) => source) as Turns;
  for (const [source, list] of turns) all.set(source, [...(all.get(source) ?? []), ...list]);
  return all;
}

/** Resolves the callers of an entry with its result. */
export function fulfil(entry: Entry, value: unknown): void {
  for (const { caller, answer } of entry.callers) caller.resolve(answer(value));
}

/** Rejects the callers of an entry. */
export function refuse(entry: Entry, error: Error): void {
  for (const { caller } of entry.callers) caller.reject(error);
}
