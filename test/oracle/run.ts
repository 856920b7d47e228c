/** Runs lives by their seeds, and makes the shortest story of what differs. */
import { compare, type Difference } from "./compare.ts";
import { foretell } from "./foretell.ts";
import { features, lifeOf, type Feature, type Life, type Step } from "./life.ts";
import { play, type Incident, type Push, type Record_ } from "./play.ts";

export interface Verdict {
  life: Life;
  pushes: Push[];
  differences: Difference[];
}

/** Makes where lives are played: an empty database for each playing; SQLite without it. */
type Database = () => Promise<{ databaseUrl?: string }>;
const sqlite: Database = async () => ({});

/** A life that was played, to be judged again. */
export interface Played {
  life: Life;
  record: Record_;
  incidents: Incident[];
}

/** Compares what came of a life with what was foretold. */
export const verdictOf = (life: Life, { pushes, ...asked }: Record_): Verdict => ({
  life,
  pushes,
  differences: compare(foretell(life, asked), pushes, life.until),
});

/** Plays lives, and compares each with what was foretold. `keep` gets those that differ. */
export async function judge(
  lives: readonly Life[],
  database: Database = sqlite,
  keep?: (played: Played) => void,
): Promise<Verdict[]> {
  const records = await play(lives, await database(), async (life, record, incidents) => {
    if (keep && verdictOf(life, record).differences.length > 0)
      keep({ life, record, incidents: await incidents() });
  });
  return lives.map((life, index) => verdictOf(life, records[index]!));
}

/** The lives of the seeds from `first` on. */
export const livesFrom = (
  first: number,
  count: number,
  wanted: ReadonlySet<Feature> = new Set(features),
): Life[] => Array.from({ length: count }, (_, n) => lifeOf(first + n, wanted));

/**
 * The shortest parts of lives that show the same kind of difference first, or a life as it is that shows none when it is
 * not among the others. The parts of all of them are played in one service.
 */
export async function shrink(verdicts: readonly Verdict[], database: Database = sqlite) {
  const stories = verdicts.map((verdict) => ({ verdict, done: false }));
  for (let round = 0; round < 12 && stories.some(({ done }) => !done); round++) {
    const parts = stories.map(({ verdict, done }) => (done ? [] : simpler(verdict.life.steps)));
    const found = await played(stories, parts, database);
    // What can be left out by itself can often be left out together.
    const together = found.map((fitting, index) =>
      fitting.length > 1 ? joined(stories[index]!.verdict.life.steps, parts[index]!, fitting) : [],
    );
    const more = await played(stories, together, database);
    for (const [index, story] of stories.entries()) {
      const best = [...more[index]!, ...found[index]!][0];
      if (best) story.verdict = best.verdict;
      else story.done = true;
    }
  }
  return stories.map(({ verdict }) => verdict);
}

type Part = (Step | null)[];
interface Fitting {
  verdict: Verdict;
  part: number;
}

/** Plays parts of stories; those that differ as their stories do. */
async function played(
  stories: readonly { verdict: Verdict }[],
  parts: readonly Part[][],
  database: Database,
): Promise<Fitting[][]> {
  const all = parts.flatMap((lists, story) =>
    lists.map((steps, part) => {
      const { life, differences } = stories[story]!.verdict;
      const until = Math.min(life.until, differences[0]!.at + 4000);
      const left = steps.filter((step): step is Step => step !== null && step.at <= until);
      return { story, part, life: { seed: life.seed, steps: left, until } };
    }),
  );
  const fitting: Fitting[][] = stories.map(() => []);
  if (all.length === 0) return fitting;
  const verdicts = await judge(
    all.map(({ life }) => life),
    database,
  );
  for (const [index, verdict] of verdicts.entries()) {
    const { story, part } = all[index]!;
    const { kind } = stories[story]!.verdict.differences[0]!;
    if (verdict.differences[0]?.kind === kind) fitting[story]!.push({ verdict, part });
  }
  return fitting;
}

/** All that can be left out at once, and halves of it. */
function joined(steps: readonly Step[], parts: readonly Part[], fitting: readonly Fitting[]) {
  const some = (chosen: readonly Fitting[]): Part =>
    steps.map((step, at) => {
      const changed = chosen.map(({ part }) => parts[part]![at] ?? null);
      return changed.includes(null) ? null : (changed.find((one) => one !== step) ?? step);
    });
  const half = Math.ceil(fitting.length / 2);
  return [
    some(fitting),
    some(fitting.slice(0, half)),
    some(fitting.slice(half)),
    some(fitting.filter((_, index) => index % 2 === 0)),
    some(fitting.filter((_, index) => index % 2 === 1)),
    some(fitting.filter((_, index) => index % 4 === 0)),
  ];
}

/** Each with one thing less in it. */
function simpler(steps: readonly Step[]): Part[] {
  const without = (at: number, by: Step | null) =>
    steps.map((one, n): Step | null => (n === at ? by : one));
  return steps.flatMap((step, index) => [
    without(index, null),
    ...("rules" in step ? Object.keys(step.rules) : [])
      .filter((name) => !/^kind$|^repeat_|^escalate_after|^people$|^minute$/.test(name))
      .map((name) => {
        const { [name]: _, ...rules } = (step as unknown as { rules: Record<string, unknown> })
          .rules;
        return without(index, { ...step, rules } as unknown as Step);
      }),
  ]);
}
