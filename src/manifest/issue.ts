/** A mistake in a manifest, with its place in the file. */

/** A stretch of one line. Lines and columns count from 1; columns are UTF-16 units, as editors count. */
export interface FilePlace {
  file: string;
  line: number;
  column: number;
  /** At least 1, and never beyond the end of the line. */
  length: number;
  /** The whole line, without its end. */
  source: string;
}

export interface Issue extends FilePlace {
  /** Stable, for programs: the code of the fault, or `yaml` and others of the file as such. */
  code: string;
  message: string;
  /** A suggestion to show at the place; null: none. */
  hint: string | null;
  /** The resource it is in, `health_check_monitors www`; null: in none. */
  resource: string | null;
}

/** Sorts issues by file and line. */
export function inFileOrder(issues: readonly Issue[], files: readonly string[]): Issue[] {
  return issues.toSorted(
    (a, b) =>
      files.indexOf(a.file) - files.indexOf(b.file) || a.line - b.line || a.column - b.column,
  );
}
