/**
 * Prints issues of manifests for people, each in a frame of its own, because people often paste only a part.
 */
import type { Issue } from "../../manifest/issue.ts";
import type { Style } from "./style.ts";
import { plural } from "../../core/text/plural.ts";
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
    `${plural(issues.length, "error")} in ${plural(files, "file")}${left > 0 ? `, ${left} of them not shown` : ""}. ${closing}`,
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
  const { text, offset, length } = windowOf(issue);
  const color = severity === "error" ? style.red : style.yellow;
  const caret = color("^".repeat(length));
  const hint = issue.hint ? ` ${oneLine(issue.hint)}` : "";
  const within = issue.resource ? `  ${oneLine(issue.resource)}` : "";
  const head = `${color(style.bold(`${severity}[${issue.code}]`))} ${oneLine(issue.message)}`;
  return [
    head,
    `${gutter}${style.cyan("-->")} ${oneLine(issue.file)}:${issue.line}:${issue.column}${within}`,
    `${gutter} ${bar}`,
    `${style.cyan(number)} ${bar} ${text}`,
    `${gutter} ${bar} ${" ".repeat(offset)}${caret}${hint}`,
    ...(further.length > 0 ? [`${gutter} ${style.cyan("=")} ${furtherText(further)}`] : []),
    "",
  ].join("\n");
}

const widest = { before: 80, after: 120 };
/** Made when it is needed: it takes longer than a whole command without mistakes. */
let segmenter: Intl.Segmenter | null = null;

/** The part of the line that is shown, and where in it the caret goes, in columns. */
function windowOf({ source, column, length }: Issue): {
  text: string;
  offset: number;
  length: number;
} {
  const start = column - 1;
  const cut = start > widest.before;
  const before = columns(cut ? `…${source.slice(start - 40, start)}` : source.slice(0, start));
  const at = columns(source.slice(start, start + Math.min(length, widest.after)));
  const rest = source.slice(start);
  const text = rest.slice(0, widest.after);
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
