/** The worst state of several monitors at each time, for the bar of a group. Pure. */
import type { Range } from "../../core/history/point.ts";
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

/** The history of a monitor, and the times of planned maintenance that concerned it: in order and apart. */
export interface MaintainedSpans {
  spans: readonly StateSpan[];
  planned: readonly Range[];
}

/**
 * The worst state of several monitors at each time, where planned maintenance replaces the states that `only` accepts. The times of
 * monitors that share one list are cut once for all of them: an hourly window makes thousands.
 */
export function worstMaintained(
  of: readonly MaintainedSpans[],
  only: (state: CellState) => boolean,
): StateSpan[] {
  const alike = Map.groupBy(of, ({ planned }) => planned);
  return worstSpans(
    [...alike].flatMap(([planned, monitors]) => {
      const usual = monitors.map(({ spans }) => spans);
      const silenced = usual.map((spans) =>
        spans.map((span) =>
          only(span.state) ? { ...span, state: "silenced" as const, note: null } : span,
        ),
      );
      return [
        partsWithin(worstSpans(usual), between(planned)),
        partsWithin(worstSpans(silenced), planned),
      ];
    }),
  );
}

/** The parts of spans within ranges; both are in order and apart. */
function partsWithin(spans: readonly StateSpan[], ranges: readonly Range[]): StateSpan[] {
  const parts: StateSpan[] = [];
  let first = 0;
  for (const span of spans) {
    while (first < ranges.length && ranges[first]!.to <= span.from) first++;
    for (let i = first; i < ranges.length && ranges[i]!.from < span.to; i++)
      parts.push({
        ...span,
        from: Math.max(span.from, ranges[i]!.from),
        to: Math.min(span.to, ranges[i]!.to),
      });
  }
  return parts;
}

/** All of time that is in none of the ranges. */
const between = (ranges: readonly Range[]): Range[] =>
  [...ranges, { from: Infinity }].map(({ from }, i) => ({
    from: ranges[i - 1]?.to ?? -Infinity,
    to: from,
  }));
