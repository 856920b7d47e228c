/** The difference of two texts, as `diff -u` prints it. */
import { diff } from "node:util";

/** Lines without a change that are shown around each change. */
const context = 3;

/** One line: in both texts, only in the first (`-`) or only in the second (`+`). */
interface Line {
  sign: " " | "-" | "+";
  text: string;
}

/** The changes that make `after` of `before`; empty if they are the same. */
export function unifiedDiff(name: string, before: string, after: string): string {
  const lines = linesOf(before, after);
  const hunks = hunksOf(lines);
  if (hunks.length === 0) return "";
  return [
    `--- ${name}`,
    `+++ ${name} (formatted)`,
    ...hunks.flatMap((hunk) => textOf(lines, hunk)),
    "",
  ].join("\n");
}

function linesOf(before: string, after: string): Line[] {
  const entries = diff(splitLines(before), splitLines(after)) as [number, string][];
  return entries.map(([side, text]) => ({ sign: side === 0 ? " " : side > 0 ? "-" : "+", text }));
}

const splitLines = (text: string) => text.replace(/\n$/, "").split("\n");

/** The stretches of lines with changes, and the lines around them. */
function hunksOf(lines: readonly Line[]): [from: number, to: number][] {
  const hunks: [number, number][] = [];
  for (const [at, { sign }] of lines.entries()) {
    if (sign === " ") continue;
    const from = Math.max(0, at - context);
    const to = Math.min(lines.length, at + context + 1);
    const last = hunks.at(-1);
    if (last && from <= last[1]) last[1] = to;
    else hunks.push([from, to]);
  }
  return hunks;
}

function textOf(lines: readonly Line[], [from, to]: [number, number]): string[] {
  const count = (sign: Line["sign"], start: number, end: number) =>
    lines.slice(start, end).filter((line) => line.sign !== sign).length;
  const range = (without: Line["sign"]) =>
    `${count(without, 0, from) + 1},${count(without, from, to)}`;
  const shown = lines.slice(from, to).map(({ sign, text }) => sign + text.replace(/\r$/, ""));
  return [`@@ -${range("+")} +${range("-")} @@`, ...shown];
}
