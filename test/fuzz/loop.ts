/** Gives a target one text after another, and keeps those that go new ways. */
import { costOf, longestTurn } from "../support/turns.ts";
import type { Chance } from "./chance.ts";
import type { Coverage } from "./coverage.ts";
import { megabyteNow, mostTime } from "./megabyte.ts";
import { inflated, mutated } from "./mutate.ts";
import { reduced } from "./reduce.ts";
import type { Target } from "./target.ts";

/** A text that a target does not bear. */
export interface Finding {
  target: string;
  /** What went wrong, without what is of this text alone. */
  what: string;
  input: string;
}

export interface Outcome {
  runs: number;
  /** Texts that went a new way. */
  corpus: string[];
  findings: Finding[];
  /** The longest turn of a long text, by the time that a megabyte of JSON takes. */
  slowest: number;
}

export interface Run {
  chance: Chance;
  /** null: the ways that targets name are all that guides. */
  coverage: Coverage | null;
  /** Whether to go on, after so many texts. */
  goesOn: (runs: number) => boolean;
  /** Hears of each text before it is read. */
  begins?: (input: string) => void;
  /** No long texts: how long they take says something only where a thread has a core. */
  untimed?: boolean;
}

/** Texts between two questions for what has run, and between two long ones. */
const batchSize = 150;
const longEvery = 100;
const longestKept = 4_096;
const mostKept = 500;
const tries = 4;

export async function fuzz(target: Target, run: Run): Promise<Outcome> {
  const { chance, coverage } = run;
  const words = target.words ?? [];
  const findings = new Map<string, Finding>();
  const corpus: string[] = [];
  const ways = new Set<string>();
  let runs = 0;
  let slowest = 0;
  const untimed = run.untimed || target.alone;
  let reference = untimed ? 0 : megabyteNow();

  const tried = async (input: string): Promise<string | null> => {
    run.begins?.(input);
    runs++;
    const what = await faultOf(target, input, ways, corpus);
    if (what !== null && !findings.has(what)) {
      findings.set(what, { target: target.name, what, input });
      const input_ = await reduced(input, async (less) => (await faultOf(target, less)) === what);
      findings.set(what, { target: target.name, what, input: input_ });
    }
    return what;
  };
  const keepNew = async (batch: readonly string[]) => {
    if (!coverage?.isNew(coverage.take())) return;
    for (const input of batch) {
      await tried(input);
      const taken = coverage.take();
      if (!coverage.isNew(taken)) continue;
      coverage.learn(taken);
      keep(corpus, input);
    }
  };
  /** How long its longest turn is, in megabytes of JSON. */
  const timed = async (input: string) => {
    run.begins?.(input);
    let least = Infinity;
    for (let i = 0; i < tries && least > mostTime; i++) {
      if (i > 0) reference = Math.max(reference, megabyteNow());
      const cost = await costOfReading(target, input);
      least = Math.min(least, cost / reference);
    }
    return least;
  };

  coverage?.take();
  await keepNew([...target.seeds].filter((seed) => seed.length <= target.most));
  for (const seed of target.seeds) {
    await tried(seed);
    keep(corpus, seed);
  }
  if (corpus.length === 0) corpus.push("");
  while (run.goesOn(runs)) {
    const batch: string[] = [];
    for (let i = 0; i < batchSize && run.goesOn(runs); i++) {
      const input = mutated(chance, corpus, words, target.most);
      batch.push(input);
      await tried(input);
      if (untimed || runs % longEvery !== 0) continue;
      const long = inflated(
        chance,
        chance.of(corpus),
        words,
        Math.min(target.most, 65_536 << chance.below(5)),
      );
      const time = await timed(long);
      slowest = Math.max(slowest, time);
      const what = `a turn as long as ${Math.ceil(time)} MB of JSON take`;
      if (time > mostTime && ![...findings.keys()].some((one) => one.startsWith("a turn ")))
        findings.set(what, { target: target.name, what, input: long });
    }
    await keepNew(batch);
    coverage?.take();
  }
  return { runs, corpus, findings: [...findings.values()], slowest };
}

/** The CPU time of the longest turn that reading takes, ms. */
async function costOfReading(target: Target, input: string): Promise<number> {
  let reading: unknown;
  const first = costOf(() => {
    try {
      reading = target.run(input);
    } catch {
      // What it throws is seen with shorter texts.
    }
  });
  if (!(reading instanceof Promise)) return first;
  const rest = reading;
  return Math.max(first, await longestTurn(() => rest.catch(() => {})));
}

function keep(corpus: string[], input: string): void {
  if (input.length > longestKept || corpus.length >= mostKept || corpus.includes(input)) return;
  corpus.push(input);
}

/** What is wrong with a text, without what is of it alone; null: nothing. `ways`, `corpus`: kept up to date, if given. */
async function faultOf(
  target: Target,
  input: string,
  ways?: Set<string>,
  corpus?: string[],
): Promise<string | null> {
  try {
    let way = target.run(input);
    if (way instanceof Promise) way = await way;
    const name = String(way)
      .replaceAll(/"[^"]*"|\d+/g, "…")
      .slice(0, 120);
    if (ways && !ways.has(name) && ways.size < mostKept) {
      ways.add(name);
      keep(corpus!, input);
    }
    return null;
  } catch (error) {
    if (!(error instanceof Error)) return `threw ${String(error)}`;
    const place = /src\/[\w./-]+:\d+/.exec(error.stack ?? "")?.[0] ?? "";
    return `${error.name}: ${error.message.slice(0, 200).replaceAll(/"[^"]*"|\d+/g, "…")} ${place}`.trim();
  }
}
