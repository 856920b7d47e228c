/** Results of the bench: made from a row, and written as text, as JSON and as tables. Pure. */
import type { Bound, Measure, Row } from "./row.ts";

/** A figure as it is kept; the ratio is the first, with its spread. */
interface Figure extends Measure {
  min?: number;
  max?: number;
  /** Of figures with a goal. */
  reached?: boolean;
}

/** When and where a row was taken. */
export interface Taken {
  date: string;
  node: string;
  machine: string;
}

export interface Result extends Taken {
  /** The name by which the row is asked for. */
  row: string;
  name: string;
  ours: string;
  peer?: string;
  figures: Figure[];
  series?: Row["series"];
}

const isReached = (value: number, goal: Bound) =>
  "most" in goal ? value <= goal.most : value >= goal.least;

export function resultOf(row: string, measured: Row, taken: Taken): Result {
  const { name, ours, peer, ratio, goal, measures = [], series } = measured;
  const figures: Figure[] = [
    ...(ratio ? [ratioFigure(ratio, goal)] : []),
    ...measures.map((one) => ({ ...one, value: rounded(one.value) })),
  ].map((one) => (one.goal ? { ...one, reached: isReached(one.value, one.goal) } : one));
  const more = { ...(peer !== undefined && { peer }), ...(series && { series }) };
  return { row, name, ours, ...more, figures, ...taken };
}

function ratioFigure({ median, min, max }: NonNullable<Row["ratio"]>, goal: Row["goal"]): Figure {
  return {
    name: "ratio",
    value: rounded(median),
    min: rounded(min),
    max: rounded(max),
    ...(typeof goal === "object" && { goal }),
  };
}

const rounded = (value: number) => Number(value.toPrecision(3));

/** The results with one of them anew, in the order of the rows; those of rows that are gone are left out. */
export function withResult(results: readonly Result[], one: Result, rows: readonly string[]) {
  const of = new Map([...results, one].map((result) => [result.row, result]));
  return rows.flatMap((row) => of.get(row) ?? []);
}

export const fallsShort = ({ figures }: Result) => figures.some(({ reached }) => reached === false);

const boundText = (goal: Bound) => ("most" in goal ? `≤ ${goal.most}` : `≥ ${goal.least}`);

/** `ratio 0.45 (0.38–0.46), goal ≥ 0.5` */
export function figureText({ name, value, min, max, unit, goal }: Figure): string {
  const within = min === undefined || min === max ? "" : ` (${min}–${max})`;
  const of = unit === undefined ? "" : ` ${unit}`;
  const figure = `${name} ${value}${within}${of}`;
  return goal ? `${figure}, goal ${boundText(goal)}${of}` : figure;
}

/** As the terminal shows it; `why`: it falls short. */
export function resultText(result: Result, why: string | undefined): string {
  const { row, name, ours, peer, figures } = result;
  return [
    `${row}: ${name}`,
    `    ${ours}${peer === undefined ? "" : ` ÷ ${peer}`}`,
    ...figures.map((one) => `    ${mark(one)}${figureText(one)}`),
    ...(fallsShort(result) && why !== undefined ? [`    ${why}`] : []),
  ].join("\n");
}

const mark = ({ reached }: Figure) => (reached === undefined ? "" : reached ? "✓ " : "✗ ");

/** Rows of a table for people. */
export const tableRows = (results: readonly Result[]): string[][] =>
  results.map(({ row, name, ours, peer = "", figures, date }) => [
    `\`${row}\``,
    name,
    ours,
    peer,
    figures.map((one) => mark(one) + figureText(one)).join("; "),
    date,
  ]);

/** A line for each row that falls short, with its reason. */
export const shortfallLines = (
  results: readonly Result[],
  why: Readonly<Record<string, string>>,
): string[] =>
  results.filter(fallsShort).map(({ row, figures }) => {
    const short = figures.filter(({ reached }) => reached === false).map(figureText);
    return `- \`${row}\`: ${short.join("; ")}. ${why[row] ?? ""}`;
  });
