/**
 * Response times as a histogram with buckets of growing width, so that those of hours and days can be joined
 * and still have percentiles: at most 2.5 % off. Counts are exact. Averages of percentiles would be off by
 * any amount. Pure.
 */

/** Number of response times by bucket. */
export type ResponseTimes = ReadonlyMap<number, number>;

/** Maximum distance of a percentile from the true one, as a share of it. */
export const accuracy = 0.025;
const growth = (1 + accuracy) / (1 - accuracy);

/** Bucket 0 is for 0 ms. Bucket n > 0 ends at growth^(n - 1) ms. */
const bucketOf = (ms: number): number =>
  ms <= 0 ? 0 : 1 + Math.max(0, Math.ceil(Math.log(ms) / Math.log(growth) - 1e-9));

/** The value from which no other of the bucket differs by more than `accuracy`. */
const valueOf = (bucket: number): number =>
  bucket === 0 ? 0 : (2 * growth ** (bucket - 1)) / (growth + 1);

/** Counts these values, ms. */
export function countTimes(values: readonly number[]): ResponseTimes {
  const times = new Map<number, number>();
  for (const ms of values) {
    const bucket = bucketOf(ms);
    times.set(bucket, (times.get(bucket) ?? 0) + 1);
  }
  return times;
}

/** All of them as one. */
export function joinTimes(all: readonly ResponseTimes[]): ResponseTimes {
  const joined = new Map<number, number>();
  for (const times of all)
    for (const [bucket, count] of times) joined.set(bucket, (joined.get(bucket) ?? 0) + count);
  return joined;
}

/** The value that this share of the values does not exceed, ms, by the nearest rank; null: no values. */
export function percentileOf(times: ResponseTimes, share: number): number | null {
  let total = 0;
  for (const count of times.values()) total += count;
  if (total === 0) return null;
  let left = Math.ceil(share * total);
  const buckets = [...times].sort(([a], [b]) => a - b);
  const reached = buckets.find(([, count]) => (left -= count) <= 0)!;
  return Math.round(valueOf(reached[0]));
}

/** The same of the values themselves: exact. */
export function exactPercentileOf(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? null;
}

/** As text: buckets and counts in base 36, `2s 2t:5`. */
export const timesText = (times: ResponseTimes): string =>
  [...times]
    .sort(([a], [b]) => a - b)
    .map(([bucket, count]) => bucket.toString(36) + (count === 1 ? "" : `:${count.toString(36)}`))
    .join(" ");

/** Reads `timesText`. */
export const readTimes = (text: string): ResponseTimes =>
  new Map(
    text === ""
      ? []
      : text.split(" ").map((item): [number, number] => {
          const [bucket, count] = item.split(":");
          return [parseInt(bucket!, 36), count === undefined ? 1 : parseInt(count, 36)];
        }),
  );
