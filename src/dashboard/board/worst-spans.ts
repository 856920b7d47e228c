/** The worst state of several monitors at each time, for the bar of a group. Pure. */
import { cellStates, type CellState, type StateSpan } from "../chart/cells.ts";

/** `of`: the spans of each monitor, which have an end. A time that no monitor's span covers has none here either. */
export function worstSpans(of: readonly (readonly StateSpan[])[]): StateSpan[] {
  const edges = of
    .flatMap((spans) =>
      spans.flatMap(({ from, to, state }) => [
        { at: from, state, by: 1 },
        { at: to, state, by: -1 },
      ]),
    )
    .toSorted((a, b) => a.at - b.at);
  const counts = new Map<CellState, number>();
  const worst: StateSpan[] = [];
  edges.forEach(({ at, state, by }, i) => {
    counts.set(state, (counts.get(state) ?? 0) + by);
    const to = edges[i + 1]?.at ?? at;
    const now = cellStates.findLast((one) => (counts.get(one) ?? 0) > 0);
    if (now === undefined || to === at) return;
    const last = worst.at(-1);
    if (last?.state === now && last.to === at) last.to = to;
    else worst.push({ from: at, to, state: now });
  });
  return worst;
}
