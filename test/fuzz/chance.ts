/** The chances of one run: the same for the same seed. */
export interface Chance {
  /** A whole number below `most`. */
  below(most: number): number;
  /** One of some; there must be one. */
  of<T>(some: readonly T[]): T;
}

/** Mulberry32: small, and good enough to choose with. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (most: number) => Math.floor(next() * most);
  return { below, of: (some) => some[below(some.length)]! };
}
