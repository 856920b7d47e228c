/**
 * Prints issues of manifests for people, each in a frame of its own, because people often paste only a part.
 */
import type { Issue } from "../../manifest/issue.ts";
import type { Style } from "./style.ts";
import { plural } from "../../core/text/plural.ts";
import { oneLine } from "./text.ts";

/** Every issue with its line, then the number of issues. `closing` says how the request ended. */
export function issuesText(issues: readonly Issue[], closing: string, style: Style): string {
  const files = new Set(issues.map((issue) => issue.file)).size;
  return [
    ...issues.map((issue) => frame(issue, "error", style)),
    `${plural(issues.length, "error")} in ${plural(files, "file")}. ${closing}`,
    "",
  ].join("\n");
}

/** Issues that may be none, each with its line. */
export function warningsText(issues: readonly Issue[], style: Style): string {
  return issues.map((issue) => `${frame(issue, "warning", style)}\n`).join("");
}

function frame(issue: Issue, severity: "error" | "warning", style: Style): string {
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
