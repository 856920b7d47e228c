/** The median of values: of an even number of them, the mean of the two in the middle; null: of none. Pure. */
export function medianOf(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle) - 1]!) / 2;
}

/** The longest of any number of values, more than a call takes; null: none. */
export const longestOf = (values: readonly number[]): number | null =>
  values.reduce<number | null>((longest, value) => Math.max(longest ?? value, value), null);
