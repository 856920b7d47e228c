/**
 * The levels that measures are stored at. Each row holds the entries of a chunk of time: the checks of an hour, the
 * hours of a day, the days of thirty days. So a year of a monitor is some hundred rows, and a chart reads few of
 * them. Steps are multiples of their length since 1970, UTC. Pure.
 */
import type { Instant } from "../model/model.ts";
import { minute, hour, day } from "../text/units.ts";

export type Level = "check" | "hour" | "day";

/** Length of an entry and of a row of each level, ms. An entry of the level `check` is one check, at its second. */
export const levels: Record<Level, { entry: number; chunk: number }> = {
  check: { entry: 1000, chunk: hour },
  hour: { entry: hour, chunk: day },
  day: { entry: day, chunk: 30 * day },
};

/** The begin of the step of this length that `at` is in. */
export const floorTo = (at: Instant, step: number): Instant => at - (((at % step) + step) % step);

/** The begin of the row that an entry at `at` is in. */
export const chunkOf = (level: Level, at: Instant): Instant => floorTo(at, levels[level].chunk);

/** Lengths of a step that a history can have, ms: all divide a day, or are days. */
export const stepLengths: readonly number[] = [
  ...[1, 2, 5, 10, 15, 30].map((n) => n * minute),
  ...[1, 2, 3, 4, 6, 12].map((n) => n * hour),
  ...[1, 7].map((n) => n * day),
];

/** The retention of the levels, ms. */
export type LevelRetention = Record<Level, number>;

/** The shortest step that can be shown from `from` on: before it entries of the finer levels are deleted. */
export const finestStep = (from: Instant, now: Instant, kept: LevelRetention): number =>
  from < now - kept.hour ? day : from < now - kept.check ? hour : minute;

/** The shortest step that makes at most `points` of the range, and that is still kept. */
export function stepFor(
  { from, to, now }: { from: Instant; to: Instant; now: Instant },
  points: number,
  kept: LevelRetention,
): number {
  const finest = finestStep(from, now, kept);
  return (
    stepLengths.find((step) => step >= finest && (to - from) / step <= points) ??
    stepLengths.at(-1)!
  );
}
