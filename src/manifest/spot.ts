/** The place of a mistake of YAML, and the line around it. */
import type { YAMLError } from "yaml";
import type { Issue } from "./issue.ts";
import type { Source } from "./source.ts";

/** A mistake and the lines around it. Offsets count in the text of the file. */
export interface Spot {
  source: Source;
  error: YAMLError;
  /** The number of its line, from 0. */
  at: number;
  /** Its line. */
  line: string;
  /** Where its line begins. */
  from: number;
}

export type Explanation = Pick<Issue, "code" | "message"> & {
  range: [number, number];
  hint?: string | null;
};

export function spotOf(source: Source, error: YAMLError): Spot {
  // A mistake at the end of the file is one of the last line with content.
  const offset = Math.min(error.pos[0], source.text.trimEnd().length);
  const at = Math.max(0, source.counter.linePos(offset).line - 1);
  return { source, error, at, ...lineAt(source, at) };
}

export function lineAt({ text, counter }: Source, at: number): Pick<Spot, "line" | "from"> {
  const from = counter.lineStarts[at] ?? 0;
  const end = text.indexOf("\n", from);
  return { line: text.slice(from, end < 0 ? undefined : end).replace(/\r$/, ""), from };
}

/** The range of a match of `pattern` in the line of the spot. */
export const within = (from: number, { index, 0: text }: RegExpExecArray): [number, number] => [
  from + index,
  from + index + text.length,
];
