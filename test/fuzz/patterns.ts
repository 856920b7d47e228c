/**
 * Every regular expression of the sources, and texts that would take one that goes back the square of their length: a
 * run of one of its own pieces, behind another one, before an end that fits nowhere.
 */
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { analyse } from "scslre";
import { costOf } from "../support/turns.ts";

const src = fileURLToPath(new URL("../../src/", import.meta.url));

/** A pattern of the sources. */
export interface Pattern {
  file: string;
  pattern: RegExp;
}

/** A literal where an expression begins; the first group is what stands before it. */
const literal =
  /(?:[(=:,!&|?[{};>]|\breturn|^)\s*\/((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])*)\/([dgimsuvy]*)(?=[\s.,;)\]}:?]|$)/gm;

/** The literals of all files in `src` that run in Node. */
export function patternsOfSources(): Pattern[] {
  return globSync("**/*.{ts,tsx}", { cwd: src })
    .toSorted()
    .flatMap((file) => patternsIn(file, readFileSync(src + file, "utf8")));
}

/** The literals of a text. */
export const patternsIn = (file: string, text: string): Pattern[] =>
  [...text.matchAll(literal)].flatMap(([, source = "", flags]) => {
    try {
      return [{ file, pattern: new RegExp(source, flags) }];
    } catch {
      return [];
    }
  });

/** The patterns that a schema has anywhere; a text is judged by them also when it is too long. */
export function patternsOfSchema(name: string, schema: object): Pattern[] {
  const sources = new Set<string>();
  JSON.stringify(schema, (key, value: unknown) => {
    if (key === "pattern" && typeof value === "string") sources.add(value);
    return value;
  });
  return [...sources].map((source) => ({ file: name, pattern: new RegExp(source, "u") }));
}

/** How often a piece is repeated, first for patterns that take twice as long with each. */
const repeats = [26];
/** The length of a long run: its square shows, and what goes along it once takes no time. */
const longRun = 20_000;
const ends = ["\u0001", "\n\u0001"];

/** Whether some text takes a pattern twice as long with each character: seen in the pattern, without such a text. */
export const isExponential = ({ pattern }: Pattern): boolean =>
  analyse(pattern, { reportTypes: { Move: false } }).reports.some((one) => one.exponential);

/** The first text that costs a pattern more than `limit` ms of CPU; null: none does. */
export function slowText({ pattern }: Pattern, limit: number): string | null {
  const pieces = piecesOf(pattern.source);
  const fronts = ["", ...pieces.filter((piece) => piece.trim() !== "")].slice(0, 4);
  for (const piece of pieces)
    for (const front of fronts)
      for (const end of ends)
        for (const times of [...repeats, Math.ceil(longRun / piece.length)]) {
          const text = front + piece.repeat(times) + end;
          const cost = () => costOf(() => void text.replace(new RegExp(pattern), ""));
          if (cost() > limit && cost() > limit && cost() > limit) return text;
        }
  return null;
}

/** Characters and literal parts of a pattern, and blanks. */
function piecesOf(source: string): string[] {
  const plain = source
    .replaceAll(/\(\?(?:<?[=!]|:|<\w+>)/g, "(")
    .replaceAll(/\\[wd]/g, "0")
    .replaceAll(/\\s/g, " ")
    .replaceAll(/\\[nrt]/g, (escape) => JSON.parse(`"${escape}"`) as string)
    .replaceAll(/\\([^a-zA-Z])/g, "$1");
  const parts = plain.split(/[()|?*+^$]|\{\d+,?\d*\}|\[\^?[^\]]*\]/).filter((part) => part !== "");
  const first = [...plain.matchAll(/\[(\^?)([^\]])/g)].map(([, not, c]) => (not ? "a" : c!));
  const pairs = parts.slice(1).map((part, at) => parts[at]! + part);
  return [...new Set([" ", "\n", "a", "0", "/", ...parts, ...first, ...pairs])].slice(0, 20);
}
