/**
 * Cells: a period in equal pieces that show their worst state. A run of equal cells is one dashed line, so
 * that a healthy day takes some 60 bytes. Pure.
 */
import type { CheckResult, Instant } from "../../core/model/model.ts";
import { lookOf, type Status } from "../../core/model/status.ts";
import { formatDuration } from "../../core/text/duration.ts";
import { plural } from "../../core/text/plural.ts";
import { html, type Html } from "../html.ts";
import { isolated } from "./scale.ts";
import { nearTime, type Reader, spanText } from "./times.ts";

interface StateRow {
  /** Its word, of a monitor and of a sub-check; without one, its name. */
  monitor?: string;
  subCheck?: string;
  /** A short one does not give a cell its state: the one that lasted longest does. */
  calm?: true;
  /** It counts as an outage, or as less than that. */
  fault?: "outage" | "degraded";
}

/** Every state of a cell, from harmless to worst. The name is also the class that sets color and height. */
const states = {
  unknown: { monitor: "not observed", subCheck: "no report", calm: true },
  paused: { subCheck: "skipped", calm: true },
  ok: { monitor: "up", calm: true },
  silenced: {},
  warn: { monitor: "degraded", subCheck: "warning", fault: "degraded" },
  stale: { fault: "outage" },
  down: { subCheck: "failed", fault: "outage" },
} satisfies Record<string, StateRow>;

export type CellState = keyof typeof states;

/** From harmless to worst. */
export const cellStates = Object.keys(states) as readonly CellState[];
const rowOf = (state: CellState): StateRow => states[state];

export const isFault = (state: CellState): boolean => rowOf(state).fault !== undefined;
export const isOutage = (state: CellState): boolean => rowOf(state).fault === "outage";

/** The word for each state, of a monitor or of a sub-check. */
export type Words = Readonly<Record<CellState, string>>;
const wordsOf = (of: "monitor" | "subCheck") =>
  Object.fromEntries(cellStates.map((state) => [state, rowOf(state)[of] ?? state])) as Words;
export const monitorWords = wordsOf("monitor");
export const subCheckWords = wordsOf("subCheck");

/** A time in one state. Spans are in order and do not overlap; time that no span covers is not known. */
export interface StateSpan {
  from: Instant;
  /** The present for the state that lasts. */
  to: Instant;
  state: CellState;
  /** For the title: for example `#95`, or a reason. May be foreign text. */
  note?: string | null;
}

/** Equal pieces of time, side by side. */
export interface Slots {
  from: Instant;
  step_ms: number;
  count: number;
}

/** The slots that end with the one of `now`. They begin at multiples of the step, and so change seldom. */
export const slotsUntil = (now: Instant, count: number, step_ms: number): Slots => ({
  from: (Math.floor(now / step_ms) + 1 - count) * step_ms,
  step_ms,
  count,
});

/** The cell of a status. */
export const cellStateOf = (status: Status): CellState => lookOf(status);

/** The cell of a sub-check's status; null: it was not reported. */
export const subCheckState = (status: CheckResult["status"] | null): CellState => {
  switch (status) {
    case null:
      return "unknown";
    case "ok":
      return "ok";
    case "warning":
      return "warn";
    case "skipped":
      return "paused";
    case "failed":
    case "crashed":
      return "down";
  }
};

/** Equal cells side by side: slots `first` up to, not including, `end`. */
export interface Run {
  state: CellState;
  first: number;
  end: number;
}

/**
 * The runs of a period. A cell shows the worst notable state that it had; else the one that it had
 * longest. The age of a monitor that is younger than its cell does not count.
 */
export function cellRuns(spans: readonly StateSpan[], { from, step_ms, count }: Slots): Run[] {
  const cells = Array.from({ length: count }, () => new Map<CellState, number>());
  for (const span of spans) {
    const last = Math.min(count, Math.ceil((span.to - from) / step_ms));
    for (let i = Math.max(0, Math.floor((span.from - from) / step_ms)); i < last; i++) {
      const start = from + i * step_ms;
      const ms = Math.min(span.to, start + step_ms) - Math.max(span.from, start);
      const cell = cells[i]!;
      if (ms > 0) cell.set(span.state, (cell.get(span.state) ?? 0) + ms);
    }
  }
  const runs: Run[] = [];
  cells.forEach((cell, i) => {
    const state = stateOfCell(cell);
    const run = runs.at(-1);
    if (run?.state === state) run.end++;
    else runs.push({ state, first: i, end: i + 1 });
  });
  return runs;
}

function stateOfCell(cell: ReadonlyMap<CellState, number>): CellState {
  const worst = cellStates.findLast((state) => !rowOf(state).calm && cell.has(state));
  if (worst) return worst;
  const [longest] = [...cell].toSorted(([, a], [, b]) => b - a);
  return longest?.[0] ?? "unknown";
}

/** The times of a run that were really in its state, side by side ones joined, within the slots. */
function timesOf(run: Run, spans: readonly StateSpan[], { from, step_ms, count }: Slots) {
  const [start, end] = [from + run.first * step_ms, from + run.end * step_ms];
  // The first and the last run of the period may have begun before it.
  const outer = [run.first === 0 ? -Infinity : start, run.end === count ? Infinity : end] as const;
  const times: { from: Instant; to: Instant; notes: Set<string> }[] = [];
  for (const span of spans) {
    if (span.state !== run.state || span.to <= outer[0] || span.from >= outer[1]) continue;
    const before = times.at(-1);
    const time = before && before.to >= span.from ? before : null;
    if (time) time.to = Math.max(time.to, span.to);
    else times.push({ from: Math.max(span.from, start), to: span.to, notes: new Set() });
    if (span.note) times.at(-1)!.notes.add(span.note);
  }
  return times;
}

/** Notes that a title lists at most. */
const maxNotes = 2;

/** `22:47–now down, 22 min · #95`; `07:28–08:00 down 3 times, 6 min`. */
export function runTitle(
  run: Run,
  spans: readonly StateSpan[],
  slots: Slots,
  words: Words,
  reader: Reader,
): string {
  const times = timesOf(run, spans, slots);
  const [start, end] = [run.first, run.end].map((i) => slots.from + i * slots.step_ms) as [
    Instant,
    Instant,
  ];
  const word = words[run.state];
  const only = times.length === 1 ? times[0] : undefined;
  const span = spanText(only?.from ?? start, only?.to ?? end, reader);
  if (!isFault(run.state)) return `${span} ${word}`;
  const ms = times.reduce((sum, { from, to }) => sum + to - from, 0);
  const notes = [...new Set(times.flatMap((time) => [...time.notes]))];
  const more = notes.length > maxNotes ? `, ${notes.length - maxNotes} more` : "";
  return `${span} ${word}${only ? "" : ` ${times.length} times`}, ${formatDuration(ms)}${
    notes.length === 0 ? "" : ` · ${notes.slice(0, maxNotes).map(isolated).join(", ")}${more}`
  }`;
}

/**
 * The period in words: the state now and how long, then the faults before it. `up all the time`,
 * `up; down once at 07:31`, `down for 22 min; degraded 2 times`.
 */
export function findingOf(
  spans: readonly StateSpan[],
  from: Instant,
  words: Words,
  reader: Reader,
): string {
  const shown = spans.filter((span) => span.to > from);
  const last = shown.at(-1);
  if (!last) return words.unknown;
  const since = beginOf(shown);
  const now = isFault(last.state)
    ? `${words[last.state]} for ${formatDuration(last.to - since)}`
    : words[last.state];
  const before = cellStates
    .filter(isFault)
    .toReversed()
    .flatMap((state) => {
      const times = episodes(shown, state).filter((one) => one.to < since || last.state !== state);
      if (times.length === 0) return [];
      return times.length === 1
        ? `${words[state]} once at ${nearTime(Math.max(times[0]!.from, from), reader)}`
        : `${words[state]} ${plural(times.length, "time")}`;
    });
  if (before.length > 0) return `${now}; ${before.join(", ")}`;
  return shown.every(({ state }) => state === last.state) && !isFault(last.state)
    ? `${now} all the time`
    : now;
}

/** When the state that lasts began. */
function beginOf(spans: readonly StateSpan[]): Instant {
  const state = spans.at(-1)!.state;
  const before = spans.findLastIndex((span) => span.state !== state);
  return spans[before + 1]!.from;
}

/** The times in one state, side by side ones joined. */
function episodes(spans: readonly StateSpan[], state: CellState): { from: Instant; to: Instant }[] {
  const times: { from: Instant; to: Instant }[] = [];
  for (const span of spans) {
    if (span.state !== state) continue;
    const before = times.at(-1);
    if (before && before.to >= span.from) before.to = span.to;
    else times.push({ from: span.from, to: span.to });
  }
  return times;
}

/** The path of a run: one horizontal line at each height of `ys`, that the stylesheet dashes. */
export function runPath(run: Run, unit: number, ys: readonly number[], title: string): Html {
  const [from, to] = [run.first * unit, run.end * unit - 1];
  const path = ys.map((y) => `M${from} ${y}H${to}`).join("");
  return html`<path class="${run.state}" d="${path}"><title>${title}</title></path>`;
}
