/**
 * Prints rows under headings, with columns as wide as their widest cell. In a pipe all of it is whole, because
 * the program that reads it needs all of it. On a terminal a table that is too wide shortens cells, leaves out columns
 * that can be spared, and cuts sentences. A name, an address or an id is never cut: people copy it.
 */
import { fold, head, widthOf } from "./columns.ts";
import type { Style } from "./style.ts";
import { oneLine } from "./text.ts";

/** A cell, how to paint it once it is padded to its width, and a shorter text for where room is short. */
export type Cell = string | { text: string; paint: (text: string) => string; short?: string };

/** The table as text; empty for no rows. `spare`: headings of columns that can be spared, the first one first. */
export function tableText(
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
  style: Style,
  spare: readonly string[] = [],
): string {
  if (rows.length === 0) return "";
  const heading: Cell[] = headings.map((text) => ({ text, paint: style.dim }));
  let lines = headings.length > 0 ? [heading, ...rows] : rows;
  const room = style.width ?? Infinity;
  const fits = (least: Floors) => {
    const columns = columnsOf(lines);
    const end = columns.length - 1;
    return columns.reduce((sum, of, at) => sum + floorOf(of, at, end, least) + 2, -2) <= room;
  };
  if (!fits(uncut)) lines = lines.map((line) => line.map(shortened));
  const left = [...headings];
  for (const name of spare.filter((one) => headings.includes(one))) {
    if (fits(floors.easy)) break;
    const column = left.indexOf(name);
    left.splice(column, 1);
    lines = lines.map((line) => line.toSpliced(column, 1));
  }
  return linesText(lines, "", style);
}

/** A column: its heading, and its cell in each row. */
export type Column<Row> = readonly [
  heading: string,
  cell: (row: Row) => Cell,
  /** Left out where the table is not to be wide, or where room is short. */
  only?: "wide" | "spare",
];

/** Rows as a table of these columns; a wide one has all of them, whole, on every terminal. */
export const inColumns =
  <Row>(style: Style, columns: readonly Column<Row>[]) =>
  (rows: readonly Row[], wide = false): string => {
    const shown = columns.filter(([, , only]) => wide || only !== "wide");
    return tableText(
      shown.map(([heading]) => heading),
      rows.map((row) => shown.map(([, cell]) => cell(row))),
      wide ? uncutStyle(style) : style,
      shown.flatMap(([heading, , only]) => (only === "spare" ? heading : [])),
    );
  };

/** The same style, for lines as long as they are. */
export const uncutStyle = (style: Style): Style => ({ ...style, width: null });

/** A clean text behind `indent` columns: on a terminal folded at its edge, with further lines behind as many spaces. */
export const foldedBehind = (
  text: string,
  indent: number,
  { width }: Pick<Style, "width">,
): string =>
  width === null || width - indent < beside.least
    ? text
    : fold(text, width - indent).join(`\n${" ".repeat(indent)}`);

/** The least room in which the last column is folded beside the others, and its indent below them in less room. */
const beside = { least: 24, indent: 4 };

/** Aligned rows without headings, each after `indent`; on a terminal the last column is folded, not cut. */
export function foldedText(
  rows: readonly (readonly Cell[])[],
  indent: string,
  style: Pick<Style, "width">,
): string {
  const columns = columnsOf(rows);
  const last = columns.length - 1;
  const before = columns.slice(0, last).reduce((sum, { width }) => sum + width + 2, 0);
  const room = (style.width ?? Infinity) - widthOf(indent);
  if (before + (columns[last]?.width ?? 0) <= room) return linesText(rows, indent);
  const folded = (cell: Cell, columns: number): Cell[] =>
    fold(oneLine(cellText(cell)), columns).map((text) =>
      typeof cell === "string" ? text : { ...cell, text },
    );
  if (room - before >= beside.least)
    return linesText(
      rows.flatMap((row) =>
        folded(row[last] ?? "", room - before).map((part, line) => [
          ...row.slice(0, last).map((cell) => (line === 0 ? cell : "")),
          part,
        ]),
      ),
      indent,
    );
  const heads = linesText(
    rows.map((row) => row.slice(0, last)),
    indent,
  ).split("\n");
  const margin = indent + " ".repeat(beside.indent);
  return rows
    .map((row, line) => {
      const parts = folded(row[last] ?? "", Math.max(beside.least, room - beside.indent));
      const below = parts.filter((part) => part !== "").map((part) => [part]);
      return `${heads[line]!}\n${linesText(below, margin)}`;
    })
    .join("");
}

/** Aligned rows without headings, each after `indent`. */
export function linesText(
  rows: readonly (readonly Cell[])[],
  indent: string,
  style: Pick<Style, "width" | "sign"> | null = null,
): string {
  const plain = rows.map((row) => row.map((cell) => oneLine(cellText(cell))));
  const columns = columnsOf(rows);
  const widths = columns.map(({ width }) => width);
  if (style?.width) fit(columns, widths, style.width - widthOf(indent));
  const more = style?.sign.more ?? "";
  return rows
    .map((row, line) => {
      const cells = row.map((cell, column) => {
        const text = cutTo(plain[line]![column]!, widths[column]!, more);
        const last = column === row.length - 1;
        const wide = last ? text : text + " ".repeat(widths[column]! - widthOf(text));
        return typeof cell === "string" ? wide : cell.paint(wide);
      });
      return `${indent}${cells.join("  ")}`.trimEnd() + "\n";
    })
    .join("");
}

/** A column as wide as its widest cell; `name`: as its widest cell that is a name. */
interface Measured {
  width: number;
  name: number;
}

/** A name, an address or an id; a longer one is cut as a sentence is. */
const isName = (text: string) => /^[!-~]{0,40}$/.test(text);

function columnsOf(rows: readonly (readonly Cell[])[]): Measured[] {
  const columns: Measured[] = [];
  for (const row of rows)
    for (const [at, cell] of row.entries()) {
      const text = oneLine(cellText(cell));
      const width = widthOf(text);
      const column = (columns[at] ??= { width: 0, name: 0 });
      column.width = Math.max(column.width, width);
      if (isName(text)) column.name = Math.max(column.name, width);
    }
  return columns;
}

/** Widths below which sentences are not cut: in the last column, and in one between. */
interface Floors {
  last: number;
  between: number;
}

const uncut: Floors = { last: Infinity, between: Infinity };
/** Step by step: `easy` while columns can be spared. */
const floors = {
  easy: { last: 24, between: 32 },
  tight: { last: 24, between: 16 },
  least: { last: 12, between: 16 },
  worst: { last: 8, between: 10 },
} satisfies Record<string, Floors>;

/** The first column holds the names that people type, and is never cut. */
const floorOf = ({ width, name }: Measured, at: number, end: number, least: Floors): number =>
  at === 0 && end > 0
    ? width
    : Math.max(name, Math.min(width, at === end ? least.last : least.between));

/** Narrows columns until they fit: first the last one, then the widest between. Lines that are still too long wrap. */
function fit(columns: readonly Measured[], widths: number[], room: number): void {
  const end = columns.length - 1;
  let over = widths.reduce((sum, width) => sum + width + 2, -2) - room;
  for (const least of Object.values(floors)) {
    const order = [...columns.keys()].toSorted(
      (a, b) => Number(b === end) - Number(a === end) || widths[b]! - widths[a]!,
    );
    for (const at of order) {
      if (over <= 0) return;
      const given = Math.min(over, widths[at]! - floorOf(columns[at]!, at, end, least));
      if (given <= 0) continue;
      widths[at]! -= given;
      over -= given;
    }
  }
}

function cutTo(text: string, room: number, more: string): string {
  if (widthOf(text) <= room) return text;
  return head(text, room - widthOf(more)).trimEnd() + more;
}

function cellText(cell: Cell): string {
  return typeof cell === "string" ? cell : cell.text;
}

const shortened = (cell: Cell): Cell =>
  typeof cell === "string" || cell.short === undefined ? cell : { ...cell, text: cell.short };
