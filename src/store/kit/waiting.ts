/**
 * The queue of requests that wait for a commit. Sources take turns (`request.ts`), urgent ones first. Each check is
 * a source: thousands can end at once, so their results and the reports take turns as well. Reports of one monitor, and
 * deliveries to one group, that wait for the same commit become one request (`joined.ts`).
 */
import { answerOf, join, joinable } from "./joined.ts";
import { sourceOf, urgencyOf, type Request, type Urgency } from "./request.ts";

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
  /** A driver has it; no other joins it any more. */
  taken: boolean;
}

/** Entries by source, in the order of their turns; no list is empty. */
type Turns = Map<string, Entry[]>;

const urgencies = ["inbound", "result", "other"] as const satisfies Urgency[];

export class Waiting {
  readonly #turns: Record<Urgency, Turns> = {
    inbound: new Map(),
    result: new Map(),
    other: new Map(),
  };
  #size = 0;
  #nextId = 1;

  get size(): number {
    return this.#size;
  }

  /** Monitors whose reports or heartbeats wait. */
  get inbound(): number {
    return this.#turns.inbound.size;
  }

  /** When the request of `source` that waits longest came; null: none waits. */
  since(source: string): number | null {
    let first: number | null = null;
    for (const urgency of urgencies) {
      const since = this.#turns[urgency].get(source)?.[0]?.since;
      if (since !== undefined && (first === null || since < first)) first = since;
    }
    return first;
  }

  /** All that wait. */
  all(): Entry[] {
    return Object.values(this.#turns).flatMap((turns) => [...turns.values()].flat());
  }

  /** Resolves with the verb's answer when its entry is settled. */
  add(request: Request, since: number): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const caller = { resolve, reject };
      const source = sourceOf(request);
      const turns = this.#turns[urgencyOf(request)];
      const last = turns.get(source)?.at(-1);
      const answer = answerOf(request);
      if (last && !last.taken && join(last.request, request)) last.callers.push({ caller, answer });
      else
        this.#append(turns, {
          request: joinable(request),
          source,
          callers: [{ caller, answer }],
          since,
        });
    });
  }

  #append(turns: Turns, entry: Omit<Entry, "id" | "taken">): void {
    const { source } = entry;
    const list = turns.get(source) ?? [];
    if (list.length === 0) turns.set(source, list);
    list.push({ ...entry, id: this.#nextId++, taken: false });
    this.#size++;
  }

  /** An entry that does not wait for its turn. */
  makeTaken(request: Request, caller: Caller, since: number): Entry {
    const callers = [{ caller, answer: (value: unknown) => value }];
    return { id: this.#nextId++, source: sourceOf(request), request, callers, since, taken: true };
  }

  /**
   * At most `most` entries of sources that are not `busy`, in the order in which they should run: the first that is not
   * urgent, so that it is not put off for ever, then a report and a result by turns, then the others.
   */
  take(most: number, busy: ReadonlySet<string> = new Set()): Entry[] {
    const { inbound, result, other } = this.#turns;
    const others = inTurns(other, most, busy);
    const urgent = byTurns(inTurns(inbound, most, busy), inTurns(result, most, busy));
    const all = [...others.slice(0, 1), ...urgent, ...others.slice(1)];
    const taken = all.slice(0, most);
    if (taken.length === this.#size) this.#clear(taken);
    else for (const entry of taken) this.#remove(entry);
    return taken;
  }

  /** The next that is not urgent, of a source that is not `busy`; its source has its next turn after the others. */
  takeOther(busy: ReadonlySet<string>): Entry | undefined {
    const others = this.#turns.other;
    for (const [source, list] of others) {
      if (busy.has(source)) continue;
      const entry = list[0]!;
      this.#remove(entry);
      if (others.delete(source) && list.length > 0) others.set(source, list);
      return entry;
    }
    return undefined;
  }

  /** The heartbeats that waited longest, of at most `most` monitors that are not `busy`. */
  takeHeartbeats(busy: ReadonlySet<string>, most: number): Entry[] {
    return this.#take(this.#turns.inbound, busy, most, ({ verb }) => verb !== "report");
  }

  /** The results of checks that waited longest, at most `most`, of monitors that are not `busy`. */
  takeResults(busy: ReadonlySet<string>, most: number): Entry[] {
    return this.#take(this.#turns.result, busy, most, () => true);
  }

  /** The reports that waited longest, of at most `most` monitors that are not `busy`. */
  takeReports(busy: ReadonlySet<string>, most: number): Entry[] {
    return this.#take(this.#turns.inbound, busy, most, ({ verb }) => verb === "report");
  }

  #take(
    turns: Turns,
    busy: ReadonlySet<string>,
    most: number,
    isWanted: (request: Request) => boolean,
  ): Entry[] {
    const taken: Entry[] = [];
    for (const [source, [entry]] of turns) {
      if (taken.length === most) break;
      if (busy.has(source) || !isWanted(entry!.request)) continue;
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
    if (waiting.length + unfinished.length === 0) return;
    const had = new Set(unfinished.map(({ source }) => source));
    const back: Record<Urgency, Entry[]> = { inbound: [], result: [], other: [] };
    for (const entry of waiting)
      if (!had.has(entry.source)) back[urgencyOf(entry.request)].push(entry);
    for (const urgency of urgencies)
      this.#turns[urgency] = before(back[urgency], this.#turns[urgency]);
    for (const entry of unfinished) {
      const turns = this.#turns[urgencyOf(entry.request)];
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

  /**
   * All are taken: new maps, because one that is used on and on keeps its earlier entries. V8 chains the tables that a map
   * grew out of, and the collector of young objects follows an old one to all later ones: under load the requests of
   * every batch were copied to the old generation.
   */
  #clear(taken: readonly Entry[]): void {
    for (const urgency of urgencies) this.#turns[urgency] = new Map();
    for (const entry of taken) entry.taken = true;
    this.#size = 0;
  }

  #remove(entry: Entry): void {
    const urgency = urgencyOf(entry.request);
    const turns = this.#turns[urgency];
    const list = turns.get(entry.source)!;
    list.shift();
    if (list.length === 0) turns.delete(entry.source);
    if (turns.size === 0) this.#turns[urgency] = new Map();
    entry.taken = true;
    this.#size--;
  }
}

/** The first of each source that is not `busy`, then the second of each, and so on: at most `most`. */
function inTurns(turns: Turns, most: number, busy: ReadonlySet<string>): Entry[] {
  const taken: Entry[] = [];
  for (let round = 0, found = true; found && taken.length < most; round++) {
    found = false;
    for (const [source, list] of turns) {
      const entry = list[round];
      if (!entry || busy.has(source)) continue;
      found = true;
      if (taken.push(entry) === most) break;
    }
  }
  return taken;
}

/** One of each list by turns, then the rest of the longer one. */
function byTurns(one: readonly Entry[], other: readonly Entry[]): Entry[] {
  const longest = one.length > other.length ? one : other;
  return [...longest.keys()].flatMap((i) => [...one.slice(i, i + 1), ...other.slice(i, i + 1)]);
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
