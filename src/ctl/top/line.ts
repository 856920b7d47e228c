/** Lines of a frame, as pieces of text with a meaning each; the painter turns meanings into colors. */
import type { Tone as MonitorTone } from "../../core/model/status.ts";
import type { Style } from "../output/style.ts";
import { cut, widthOf } from "./text.ts";

export type Tone = "plain" | "bold" | "dim" | "good" | "warn" | "bad";
export interface Span {
  text: string;
  tone: Tone;
}
export interface Line {
  spans: readonly Span[];
  /** Shown in reverse; the pointer beside it says the same without color. */
  selected: boolean;
}

/** Signs that carry the meaning of colors without color. */
export interface Signs {
  good: string;
  warn: string;
  bad: string;
  /** Acknowledged. */
  taken: string;
  /** Not running: paused. */
  paused: string;
  pointer: string;
  marked: string;
  /** Marks a group that is folded. */
  folded: string;
  unfolded: string;
  live: string;
  old: string;
  /** A push that is still on its way. */
  underWay: string;
  /** One that is not to be sent yet. */
  held: string;
  rule: string;
  between: string;
  mark: string;
  cursor: string;
}

const unicode: Signs = {
  good: "✓",
  warn: "!",
  bad: "✗",
  taken: "◐",
  paused: "-",
  pointer: "▸",
  marked: "*",
  folded: "▹",
  unfolded: "▿",
  live: "●",
  old: "○",
  underWay: "…",
  held: "held",
  rule: "─",
  between: " · ",
  mark: "…",
  cursor: "▏",
};
const ascii: Signs = {
  good: "+",
  warn: "!",
  bad: "x",
  taken: "o",
  paused: "-",
  pointer: ">",
  marked: "*",
  folded: "+",
  unfolded: "-",
  live: "*",
  old: "o",
  underWay: "..",
  held: "held",
  rule: "-",
  between: " | ",
  mark: "~",
  cursor: "_",
};

/** The sign of a tone that the core gives. */
export const toneSign = (tone: MonitorTone, signs: Signs): string =>
  ({ bad: signs.bad, warn: signs.warn, good: signs.good, idle: signs.underWay })[tone];

/** The same tone as one of a line. */
export const lineTone = (tone: MonitorTone): Tone => (tone === "idle" ? "dim" : tone);

/** The signs that go with a style: ASCII where its own are. */
export function signsOf(style: Style): Signs {
  return /^[ -~]*$/.test(style.sign.done) ? ascii : unicode;
}

export function span(text: string, tone: Tone = "plain"): Span {
  return { text, tone };
}

export function line(...spans: (Span | string)[]): Line {
  return {
    spans: spans.map((part) => (typeof part === "string" ? span(part) : part)),
    selected: false,
  };
}

export function lineText({ spans }: Line): string {
  return spans.map(({ text }) => text).join("");
}

/** Puts `left` and `right` at the two ends of a line; the left part is cut when both do not fit. */
export function ends(
  left: readonly Span[],
  right: readonly Span[],
  columns: number,
  mark: string,
): Line {
  const width = (spans: readonly Span[]) => widthOf(lineText(line(...spans)));
  const room = Math.max(0, columns - width(right) - 1);
  const fitted: Span[] = [];
  let left_ = room;
  for (const { text, tone } of left) {
    const part = cut(text, left_, mark);
    fitted.push(span(part, tone));
    left_ -= widthOf(part);
    if (part !== text) break;
  }
  return line(...fitted, " ".repeat(left_ + 1), ...right);
}

/** The line as text for a terminal. */
export function painted({ spans, selected }: Line, style: Style): string {
  const colored = style.bold("x") !== "x";
  const whole = spans.map(({ text }) => text).join("");
  // In one piece: a color within it would end the reversal.
  if (selected && colored) return `\u001b[7m${whole}\u001b[0m`;
  const paint: Record<Tone, (text: string) => string> = {
    plain: (text) => text,
    bold: style.bold,
    dim: style.dim,
    good: style.green,
    warn: style.yellow,
    bad: style.red,
  };
  return spans.map(({ text, tone }) => paint[tone](text)).join("");
}
