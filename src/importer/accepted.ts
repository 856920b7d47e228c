/** Writes the statuses that another tool accepts as `accepted_statuses`. Pure. */

/** Whether a status is one of a healthy answer. */
export type StatusTest = (status: number) => boolean;

const first = 100;
const last = 599;

/** `200-299,301`: all statuses for which every test holds; empty: none. */
export function statusesWith(tests: readonly StatusTest[]): string {
  const isAccepted: StatusTest = (status) => tests.every((test) => test(status));
  const ranges: string[] = [];
  for (let from = first; from <= last; from++) {
    if (!isAccepted(from)) continue;
    let to = from;
    while (to < last && isAccepted(to + 1)) to++;
    ranges.push(from === to ? String(from) : `${from}-${to}`);
    from = to;
  }
  return ranges.join(",");
}
