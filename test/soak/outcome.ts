/** What a run says of itself. */
import { growth, round, slopeOf, type Bound, type Point } from "./slope.ts";

/** What was read, by figure. */
export type Readings = Record<string, Point[]>;

export interface Outcome {
  /** What happened, counted. */
  figures: Record<string, number>;
  readings: Readings;
  /** Of the figures that may not grow. */
  bounds: Record<string, Bound>;
  /** Hours at the beginning that say nothing. */
  skip: number;
  /** What was refused, or went wrong. */
  faults: readonly string[];
}

/** Everything that is wrong with a run; empty: nothing. */
export function faultsOf({ readings, bounds, skip, faults }: Outcome): string[] {
  const grown = Object.entries(bounds).flatMap(
    ([name, bound]) => growth(name, late(readings[name]!, skip), bound) ?? [],
  );
  return [...faults, ...grown];
}

/** The readings as a table: first and last mean, most, and the slope per hour. */
export const tableOf = ({ readings, skip }: Outcome) =>
  Object.fromEntries(
    Object.entries(readings).map(([name, all]) => {
      const points = late(all, skip);
      const found = slopeOf(points);
      return [
        name,
        {
          first: round(points[0]?.value ?? NaN),
          last: round(points.at(-1)?.value ?? NaN),
          most: round(Math.max(...points.map(({ value }) => value))),
          per_hour: round(found?.slope ?? NaN),
          within: round(found?.within ?? NaN),
        },
      ];
    }),
  );

const late = (points: readonly Point[], skip: number) => points.filter(({ at }) => at >= skip);
