/** Runs lives by their seeds, and makes the shortest story of what differs. */
import { compare, type Difference } from "./compare.ts";
import { foretell } from "./foretell.ts";
import { features, lifeOf, type Feature, type Life, type Step } from "./life.ts";
import { play, type Push } from "./play.ts";

export interface Verdict {
  life: Life;
  pushes: Push[];
  differences: Difference[];
}

type Options = { databaseUrl?: string };

/** Plays lives, and compares each with what was foretold. */
export async function judge(lives: readonly Life[], options: Options = {}): Promise<Verdict[]> {
  const records = await play(lives, options);
  return lives.map((life, index) => {
    const { pushes, probes } = records[index]!;
    return { life, pushes, differences: compare(foretell(life, probes), pushes) };
  });
}

/** The lives of the seeds from `first` on. */
export const livesFrom = (
  first: number,
  count: number,
  wanted: ReadonlySet<Feature> = new Set(features),
): Life[] => Array.from({ length: count }, (_, n) => lifeOf(first + n, wanted));

/**
 * The shortest part of a life that shows the same kind of difference first. Many parts are played in one service;
 * null: it does not differ when it is alone.
 */
export async function shrink({ life, differences }: Verdict, options: Options = {}) {
  const { kind } = differences[0]!;
  const fits = (verdict: Verdict) => verdict.differences[0]?.kind === kind;
  let [best] = await judge([life], options);
  if (!fits(best!)) return null;
  for (;;) {
    const smaller = simpler(best!.life.steps).map((steps) => ({ seed: life.seed, steps }));
    const found = (await judge(smaller, options)).find(fits);
    if (!found) return best!;
    best = found;
  }
}

/** Lives with less in them, the least first. */
function simpler(steps: readonly Step[]): Step[][] {
  const lists: Step[][] = [];
  for (const size of [16, 8, 4, 2, 1])
    if (size < steps.length)
      for (let at = 0; at < steps.length; at += size)
        lists.push([...steps.slice(0, at), ...steps.slice(at + size)]);
  for (const [index, step] of steps.entries())
    if ("rules" in step)
      for (const name of Object.keys(step.rules)) {
        if (name === "kind") continue;
        const { [name as never]: _, ...rules } = step.rules as Record<string, unknown>;
        const less = { ...step, rules } as unknown as Step;
        lists.push(steps.map((one, at) => (at === index ? less : one)));
      }
  return lists;
}
