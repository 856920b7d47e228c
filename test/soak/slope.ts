/** Whether a figure grows: the slope of a straight line through its readings, with how sure that is. Pure. */

export interface Point {
  /** Hours since the run began. */
  at: number;
  value: number;
}

export interface Slope {
  /** Per hour. */
  slope: number;
  /** Half of the 95 % interval around it. */
  within: number;
}

/** Blocks that readings are gathered to: readings that follow each other say nearly the same, means of blocks do not. */
const blocks = 24;

/** 97.5 % of Student's t, by degrees of freedom from 1 on; 2 beyond them. */
const t = [
  12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.2, 2.18, 2.16, 2.14, 2.13, 2.12,
  2.11, 2.1, 2.09, 2.09, 2.08, 2.07, 2.07, 2.06,
];

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function meansOf(points: readonly Point[]): Point[] {
  const size = Math.max(1, Math.floor(points.length / blocks));
  const means: Point[] = [];
  for (let i = 0; i + size <= points.length; i += size) {
    const block = points.slice(i, i + size);
    means.push({
      at: mean(block.map(({ at }) => at)),
      value: mean(block.map(({ value }) => value)),
    });
  }
  return means;
}

/** Least squares over the means of blocks. null: fewer than three of them. */
export function slopeOf(points: readonly Point[]): Slope | null {
  const means = meansOf(points);
  if (means.length < 3) return null;
  const x = mean(means.map(({ at }) => at));
  const y = mean(means.map(({ value }) => value));
  const spread = means.reduce((sum, { at }) => sum + (at - x) ** 2, 0);
  const slope = means.reduce((sum, { at, value }) => sum + (at - x) * (value - y), 0) / spread;
  const rest = means.reduce((sum, { at, value }) => sum + (value - y - slope * (at - x)) ** 2, 0);
  const free = means.length - 2;
  return { slope, within: (t[free - 1] ?? 2) * Math.sqrt(rest / free / spread) };
}

/** How a figure may grow. */
export interface Bound {
  /** More than this per hour is growth, when the interval lies above it as a whole. */
  perHour: number;
  /** What it may never exceed; absent: anything. */
  most?: number;
}

/** What is wrong with the readings of a figure; null: nothing. */
export function growth(name: string, points: readonly Point[], bound: Bound): string | null {
  const top = Math.max(...points.map(({ value }) => value));
  if (bound.most !== undefined && top > bound.most) return `${name} reached ${round(top)}`;
  const found = slopeOf(points);
  if (found === null) return `${name}: too few readings`;
  const { slope, within } = found;
  if (slope - within <= bound.perHour) return null;
  return `${name} grows by ${round(slope)} ± ${round(within)} an hour`;
}

export const round = (value: number): number => Math.round(value * 100) / 100;
