/** The sub-checks that failed during a resolved incident, and how many passed at its worst. Pure. */
import type { SubCheckChange } from "../../core/history/point.ts";
import type { CheckResult, Instant } from "../../core/model/model.ts";
import type { Range } from "../../core/history/point.ts";
import {
  cellStates,
  isFault,
  subCheckState,
  type CellState,
  type StateSpan,
} from "../chart/cells.ts";

/** One sub-check, as bad as it was. */
export interface BrokenThen {
  name: string;
  label: string | null;
  look: CellState;
  /** The summary of its worst time. */
  text: string;
  /** From its first failure to its last recovery; `to` null: it still fails. */
  from: Instant;
  to: Instant | null;
  /** Its states of the range, in order. */
  spans: readonly StateSpan[];
}

export interface PassedThen {
  passed: number;
  total: number;
}

/** `changes`: oldest first, with the last one before the range of each sub-check. Worst first, then by time. */
export function brokenThen(
  changes: readonly SubCheckChange[],
  incident: Range,
  shown: Range,
): BrokenThen[] {
  return [...Map.groupBy(changes, ({ name }) => name).values()]
    .flatMap((own) => oneBroken(own, incident, shown))
    .toSorted((a, b) => cellStates.indexOf(b.look) - cellStates.indexOf(a.look) || a.from - b.from);
}

function oneBroken(own: readonly SubCheckChange[], incident: Range, shown: Range): BrokenThen[] {
  const spans = own.map((one, i) => ({
    one,
    from: one.at,
    to: own[i + 1]?.at ?? null,
    state: subCheckState(one.status),
  }));
  const bad = spans.filter(
    ({ state, from, to }) =>
      isFault(state) && from < incident.to && (to === null || to > incident.from),
  );
  if (bad.length === 0) return [];
  const worst = bad.toSorted(
    (a, b) => cellStates.indexOf(b.state) - cellStates.indexOf(a.state),
  )[0]!;
  const { name, label } = worst.one;
  return [
    {
      name,
      label,
      look: worst.state,
      text: textOf(worst.one),
      from: bad[0]!.from,
      to: bad.at(-1)!.to,
      spans: spans.map(({ state, from, to, one }) => ({
        state,
        from,
        to: to ?? shown.to,
        note: isFault(state) ? textOf(one) : null,
      })),
    },
  ];
}

const textOf = ({ short_summary, status }: SubCheckChange): string =>
  short_summary ?? (status satisfies CheckResult["status"] | null) ?? "";

/** How many sub-checks passed when the fewest did; null: none is known. */
export function passedAtWorst(
  changes: readonly SubCheckChange[],
  { from, to }: Range,
): PassedThen | null {
  const now = new Map<string, CellState>();
  let worst: PassedThen | null = null;
  const count = () => {
    const known = [...now.values()].filter((state) => state !== "unknown");
    const passed = known.filter((state) => !isFault(state)).length;
    if (known.length > 0 && (worst === null || passed < worst.passed))
      worst = { passed, total: known.length };
  };
  const before = changes.filter(({ at }) => at < from);
  for (const one of before) now.set(one.name, subCheckState(one.status));
  count();
  // Changes of one report are one moment.
  for (const [, together] of Map.groupBy(
    changes.filter(({ at }) => at >= from && at < to),
    ({ at }) => at,
  )) {
    for (const one of together) now.set(one.name, subCheckState(one.status));
    count();
  }
  return worst;
}
