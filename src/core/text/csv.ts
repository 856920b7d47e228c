/** Tables as CSV (RFC 4180), for programs and spreadsheets. Pure. */

export type CsvCell = string | number | null;

/** The heads and the rows, each a line that ends with CR LF. */
export const csvText = (heads: readonly string[], rows: readonly (readonly CsvCell[])[]): string =>
  [heads, ...rows].map((cells) => `${cells.map(csvCell).join()}\r\n`).join("");

/** A cell is one line, and moves no cursor: line breaks, control characters and marks of direction become a space. */
function csvCell(value: CsvCell): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = value.replaceAll(/[\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu, " ");
  // A spreadsheet would calculate a text that begins like a formula, in full width too.
  const safe = /^\s*[=+\-@＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
