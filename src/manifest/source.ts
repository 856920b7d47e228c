/** Files of a manifest as text and documents, and places in them. */
import type { Document, LineCounter, Scalar, YAMLMap } from "yaml";
import type { FilePlace, Issue } from "./issue.ts";

export interface ManifestFile {
  /** As it is shown in messages. */
  name: string;
  text: string;
}

/** A file's text with its lines counted. */
export interface Source {
  name: string;
  text: string;
  counter: LineCounter;
}

/** A scalar as it was written; its node holds the parsed value. */
export interface Filled {
  written: string;
  value: string;
  /** The value is in the file too. */
  isDefault: boolean;
}

/** One YAML document of a file. */
export interface ManifestPart {
  source: Source;
  /** Its nodes, which know their places; those of a plain text are read when the first is asked for. */
  readonly document: Document;
  /** As data, with what was put into its nodes. */
  readonly value: unknown;
  /** The scalars into which variables were put. */
  filled: Map<Scalar, Filled>;
  /** The resources that `for_each` made. */
  repeated: Set<YAMLMap>;
  /** The scalars with a variable that has no value. */
  unfilled: Scalar[];
  /** The document that includes its file; null: the file was named itself. */
  parent: ManifestPart | null;
}

/** An issue at a range of offsets. */
export function issueAt(
  source: Source,
  range: readonly [number, number],
  code: string,
  message: string,
  hint: string | null = null,
): Issue {
  const place = placeOf(source, range);
  return { ...place, code, message, hint, resource: null };
}

/** Where a range of offsets is; of a range over several lines, the part on the first. */
export function placeOf(
  { name, text, counter }: Source,
  [start, stop]: readonly [number, number],
): FilePlace {
  // A fault at the end of the file is reported on the last line with content.
  const end = text.trimEnd().length;
  const { line, col } = counter.linePos(Math.min(start, end));
  const from = counter.lineStarts[Math.max(0, line - 1)] ?? 0;
  const next = text.indexOf("\n", from);
  const source = text.slice(from, next < 0 ? undefined : next).replace(/\r$/, "");
  const column = Math.max(1, col);
  const length = Math.min(stop - start, source.length - column + 1);
  return {
    file: name,
    line: Math.max(1, line),
    column,
    length: Math.max(1, length),
    source,
  };
}
