/**
 * Prints issues of manifests for people, each in a frame of its own, because people often paste only a part.
 */
import type { Issue } from "../../manifest/issue.ts";
import type { Style } from "./style.ts";
import { plural } from "../../core/text/plural.ts";
import { fold, widthOf } from "./columns.ts";
import { foldedBehind } from "./table.ts";
import { oneLine } from "./text.ts";

/** The most mistakes that are shown. */
const mostShown = 20;
/** The most further places of one mistake that are named. */
const mostPlaces = 3;

/** Every mistake once, with its line, then their number. `closing` says how the request ended. */
export function issuesText(issues: readonly Issue[], closing: string, style: Style): string {
  const files = new Set(issues.map((issue) => issue.file)).size;
  const causes = [...byCause(issues).values()];
  const shown = causes.slice(0, mostShown);
  const left = issues.length - shown.reduce((sum, places) => sum + places.length, 0);
  return [
    ...shown.map((places) => frame(places, "error", style)),
    foldedBehind(
      `${plural(issues.length, "error")} in ${plural(files, "file")}${left > 0 ? `, ${left} of them not shown` : ""}. ${closing}`,
      0,
      style,
    ),
    "",
  ].join("\n");
}

/** Issues that may be none, each once, with its line. */
export function warningsText(issues: readonly Issue[], style: Style): string {
  const causes = [...byCause(issues).values()];
  const left = causes.slice(mostShown).flat().length;
  return [
    ...causes.slice(0, mostShown).map((places) => `${frame(places, "warning", style)}\n`),
    ...(left > 0 ? [`and ${plural(left, "more warning")}\n\n`] : []),
  ].join("");
}

/** The issues that say the same of several places. */
const byCause = (issues: readonly Issue[]): Map<string, Issue[]> =>
  Map.groupBy(issues, ({ code, message, hint }) => JSON.stringify([code, message, hint]));

/** `and in b.yaml:3, b.yaml:9, c.yaml:1 and 566 more places` */
function furtherText(places: readonly Issue[]): string {
  const named = places.slice(0, mostPlaces).map(({ file, line }) => `${oneLine(file)}:${line}`);
  const left = places.length - named.length;
  return `and in ${named.join(", ")}${left > 0 ? ` and ${plural(left, "more place")}` : ""}`;
}

/** `places`: of one mistake; the first is shown. */
function frame(places: readonly Issue[], severity: "error" | "warning", style: Style): string {
  const [issue, ...further] = places as [Issue, ...Issue[]];
  const number = String(issue.line);
  const gutter = " ".repeat(number.length);
  const bar = style.cyan("|");
  const room = Math.max((style.width ?? Infinity) - gutter.length - 3, 40);
  const { text, offset, length } = windowOf(issue, room);
  const color = severity === "error" ? style.red : style.yellow;
  const label = `${severity}[${issue.code}]`;
  const head = foldedBehind(`${label} ${oneLine(issue.message)}`, 0, style);
  const place = `${oneLine(issue.file)}:${issue.line}:${issue.column}`;
  const within = issue.resource ? `  ${oneLine(issue.resource)}` : "";
  const fits = widthOf(`${gutter}--> ${place}${within}`) <= (style.width ?? Infinity);
  const caret = `${" ".repeat(offset)}${color("^".repeat(length))}`;
  const [behind, ...below] = hintLines(oneLine(issue.hint ?? ""), offset + length + 1, room);
  return [
    `${color(style.bold(label))}${head.slice(label.length)}`,
    `${gutter}${style.cyan("-->")} ${place}${fits ? within : ""}`,
    ...(fits ? [] : [`${gutter}  ${within}`]),
    `${gutter} ${bar}`,
    `${style.cyan(number)} ${bar} ${text}`,
    `${gutter} ${bar} ${caret}${behind}`,
    ...below.map((line) => `${gutter} ${bar} ${line}`),
    ...(further.length > 0
      ? [
          `${gutter} ${style.cyan("=")} ${foldedBehind(furtherText(further), gutter.length + 3, style)}`,
        ]
      : []),
    "",
  ].join("\n");
}

/** The least room in which a hint is folded beside its caret, in columns. */
const leastBeside = 32;

/** A hint: its part behind the caret, which ends before the column `beside`, and the lines below it. */
function hintLines(hint: string, beside: number, room: number): string[] {
  if (hint === "") return [""];
  const left = room - beside;
  if (widthOf(hint) > left && left < leastBeside) return ["", ...fold(hint, room)];
  const [first, ...rest] = fold(hint, left);
  return [` ${first}`, ...rest.map((line) => " ".repeat(beside) + line)];
}

const widest = { before: 80, after: 120 };
/** Made when it is needed: it takes longer than a whole command without mistakes. */
let segmenter: Intl.Segmenter | null = null;

/** The part of the line that is shown, in `room` columns, and where in it the caret goes, in columns. */
function windowOf(
  { source, column, length }: Issue,
  room: number,
): {
  text: string;
  offset: number;
  length: number;
} {
  const start = column - 1;
  const cut = start > Math.min(widest.before, room / 2);
  const kept = Math.min(40, Math.floor(room / 3));
  const before = columns(cut ? `…${source.slice(start - kept, start)}` : source.slice(0, start));
  const after = Math.min(widest.after, room - before.length - 1);
  const at = columns(source.slice(start, start + Math.min(length, after)));
  const rest = source.slice(start);
  const text = rest.slice(0, after);
  return {
    text: shown([...before, ...columns(text)].join("")) + (text === rest ? "" : "…"),
    offset: before.length,
    length: Math.max(1, at.length),
  };
}

/** The characters as a terminal shows them, one place each, so that the caret points at the right one. */
function columns(text: string): string[] {
  segmenter ??= new Intl.Segmenter();
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** One column for each control character, tabs included. */
function shown(text: string): string {
  return text.replace(/\p{Cc}/gu, (sign) => (sign === "\t" ? " " : "\ufffd"));
}
