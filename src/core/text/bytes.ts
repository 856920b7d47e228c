/** Sizes as people read them. Pure. */

const units = ["bytes", "kB", "MB", "GB", "TB"] as const;

/** `1.9 MB`, `20 MB`, `0 bytes`: powers of 1,024, one decimal below ten. */
export function formatBytes(bytes: number): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  // Rounded down, so that it never promises more free space than exists.
  const shown = value < 10 && unit > 0 ? Math.floor(value * 10) / 10 : Math.floor(value);
  return `${shown} ${units[unit]}`;
}
