/** Reads `accepted_statuses`: HTTP statuses and ranges of them, separated by commas. Pure. */

/** The ranges, both ends included; null: `text` is not such a list, or leaves the statuses 100–599. */
export function readStatuses(text: string): [number, number][] | null {
  const ranges: [number, number][] = [];
  for (const part of text.split(",")) {
    const match = /^\s*([1-5]\d\d)\s*(?:-\s*([1-5]\d\d)\s*)?$/.exec(part);
    if (!match) return null;
    const first = Number(match[1]);
    const last = Number(match[2] ?? first);
    if (last < first) return null;
    ranges.push([first, last]);
  }
  return ranges;
}

/** True when the monitor accepts `status`. */
export function isAccepted(acceptedStatuses: string, status: number): boolean {
  return (readStatuses(acceptedStatuses) ?? []).some(
    ([first, last]) => status >= first && status <= last,
  );
}
