/** Formats durations for people. */

/** `45 s`, `6 min`, `3 h 20 min`, `2 days`: two units at most, rounded down. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} days`;
}

/** How far a clock was moved, to a second: `+1 h`, `-5 min`. */
export const formatShift = (ms: number): string =>
  `${ms < 0 ? "-" : "+"}${formatDuration(Math.round(Math.abs(ms) / 1000) * 1000)}`;

/** How long a run took: `0.4 s`, `45.0 s`, and from a minute on as `formatDuration`. */
export const formatRunTime = (ms: number): string =>
  ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : formatDuration(ms);
