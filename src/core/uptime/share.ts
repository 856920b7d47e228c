/** Shares of time, cut and never rounded up: only uninterrupted uptime is 100 %. Pure. */

/** Digits that a share has: a millionth is 2.7 s of a month. */
const whole = 1_000_000n;

/** `part` of `of` as a number from 0 to 1 with six decimals, cut; null: `of` is 0. Both are whole ms. */
export const shareOf = (part: number, of: number): number | null =>
  of > 0 ? Number((BigInt(part) * whole) / BigInt(of)) / Number(whole) : null;

/** `99.98 %`, cut; `100 %` only of all. */
export function percentText(share: number): string {
  if (share === 1) return "100 %";
  // Shares have six decimals: this is the whole number that they were made of.
  const millionths = Math.round(share * Number(whole));
  return `${(Math.floor(millionths / 100) / 100).toFixed(2)} %`;
}
